import { extractorRoutes } from '@recado/shared/extractors/routes'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { useDownload } from '../exports/use-download.ts'
import { useIsLive } from '../realtime/live-status.ts'
import { toastError } from '../ui/toast.ts'
import { type Groups, isFetching, withFetch } from './fetches.ts'
import { extractorKeys } from './keys.ts'

/** Poll interval of a running fetch without live events (ms). */
const POLL_MS = 2000
const POLL_WHILE_LIVE_MS = 15_000

/** All groups as last fetched, without their members, and the progress of a running fetch. */
export function useGroups() {
  const isLive = useIsLive()
  return useQuery({
    queryKey: extractorKeys.groups,
    queryFn: ({ signal }): Promise<Groups> =>
      call(extractorRoutes.groupContacts, { contacts: 'false' }, { signal }),
    refetchInterval: ({ state }) => {
      if (!state.data || !isFetching(state.data.fetches)) return false
      return isLive ? POLL_WHILE_LIVE_MS : POLL_MS
    },
  })
}

/** Fetches the groups of all accounts again. */
export function useSyncGroups() {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: () => callOnce(extractorRoutes.syncGroups, {}),
    onSuccess: ({ fetches }) => {
      client.setQueryData<Groups>(
        extractorKeys.groups,
        (known) => known && { ...known, fetches: fetches.reduce(withFetch, known.fetches) },
      )
      return client.invalidateQueries({ queryKey: extractorKeys.groups })
    },
    onError: extractionFailed,
    meta: { toastsItself: true },
  })
}

/** The number of contacts that each account knows. */
export const extractedContactsQuery = queryOptions({
  queryKey: extractorKeys.contacts,
  queryFn: async ({ signal }) =>
    (await call(extractorRoutes.extractedContacts, {}, { signal })).extractedContacts,
})

export const extractionFailed = (error: unknown) =>
  toastError(error, { title: i18next.t('extractors.failed') })

/** Downloads the contacts of an account, by its connection's id. */
export const useExtractedContactsDownload = () =>
  useDownload((whatsappId: string, language) =>
    call(extractorRoutes.exportExtractedContacts, { whatsappId, language }),
  )
