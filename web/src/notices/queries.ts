import type { Language } from '@recado/shared/language'
import type { OwnNoticeSettings } from '@recado/shared/notices/own-settings'
import { noticeRoutes } from '@recado/shared/notices/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { forgetLanguageForMails } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { useIsLive } from '../realtime/live-status.ts'
import { useUser } from '../session/use-session.ts'
import { toastError } from '../ui/toast.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { noticeKeys } from './keys.ts'

/** Without live events the bell asks again this often (ms). */
const POLL_MS = 60_000

export function useNotices() {
  const isLive = useIsLive()
  return usePagedList(
    {
      queryKey: noticeKeys.list,
      queryFn: ({ pageParam, signal }) =>
        call(noticeRoutes.listNotices, { cursor: pageParam || undefined }, { signal }),
      refetchInterval: isLive ? false : POLL_MS,
    },
    (page) => page.records,
  )
}

/** Marks notices as read; all of them without ids. */
export function useReadNotices() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[] | undefined) => call(noticeRoutes.readNotices, ids ? { ids } : {}),
    onSuccess: () => client.invalidateQueries({ queryKey: noticeKeys.list }),
  })
}

/** How the user wants to be told of each kind. */
export const noticeSettingsQuery = queryOptions({
  queryKey: noticeKeys.settings,
  queryFn: ({ signal }) => call(noticeRoutes.getNoticeSettings, {}, { signal }),
  staleTime: 60_000,
})

/** Saves choices, which are shown at once. The mails come in the language that the user reads here. */
export function useSaveNoticeSettings() {
  const { language } = useTexts()
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'notice-settings' },
    mutationFn: ({ channels }: OwnNoticeSettings) =>
      call(noticeRoutes.saveNoticeSettings, { channels, language }),
    onMutate: async (settings) => {
      await client.cancelQueries({ queryKey: noticeKeys.settings })
      const before = client.getQueryData(noticeSettingsQuery.queryKey)
      return { before, shown: client.setQueryData(noticeSettingsQuery.queryKey, settings) }
    },
    onError: (error, _, chosen) => {
      toastError(error)
      // Without the network nothing is fetched. A later choice stays until its own answer.
      if (client.getQueryData(noticeSettingsQuery.queryKey) === chosen?.shown)
        client.setQueryData(noticeSettingsQuery.queryKey, chosen?.before)
      return client.invalidateQueries({ queryKey: noticeKeys.settings })
    },
  })
}

/** Some notices are mailed to users who never opened their settings: a change of the language applies to the mails too. */
export function useMailLanguage() {
  const { support } = useUser()
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'notice-settings' },
    mutationFn: async (language: Language) => {
      // Support gets no notices of the company, and may not change anything there.
      if (support) return
      const { channels } = await client.fetchQuery({ ...noticeSettingsQuery, staleTime: 0 })
      const saved = await call(noticeRoutes.saveNoticeSettings, { channels, language })
      client.setQueryData(noticeKeys.settings, saved)
    },
    onSuccess: forgetLanguageForMails,
    onError: (error) => toastError(error),
  })
}
