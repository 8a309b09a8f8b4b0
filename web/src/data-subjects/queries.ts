import { dataSubjectRoutes, type NamedSubject } from '@recado/shared/data-subjects/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { useDownload } from '../exports/use-download.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { erasureKeys } from './keys.ts'

export const useErasures = () =>
  usePagedList(
    {
      queryKey: erasureKeys.lists,
      queryFn: async ({ pageParam, signal }) => {
        const query = { cursor: pageParam || undefined }
        const { erasures, ...page } = await call(dataSubjectRoutes.listErasures, query, { signal })
        return { ...page, records: erasures }
      },
    },
    (page) => page.records,
  )

/**
 * Downloads all data of a person, by the number as the user typed it, or by the LID.
 * @param onEmpty called if the company has no data of the person
 */
export const useDownloadData = (onEmpty: () => void) =>
  useDownload((person: NamedSubject) => call(dataSubjectRoutes.exportDataSubject, person), {
    texts: 'privacy.file',
    onEmpty,
  })

export function useErase() {
  const callOnce = useCallOnce()
  const refresh = useRefreshErasures()
  return useMutation({
    mutationFn: (person: NamedSubject) => callOnce(dataSubjectRoutes.eraseDataSubject, person),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

export function useLiftErasure() {
  const refresh = useRefreshErasures()
  return useMutation({
    mutationFn: (erasureId: string) => call(dataSubjectRoutes.liftErasure, { erasureId }),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

function useRefreshErasures() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: erasureKeys.lists })
}
