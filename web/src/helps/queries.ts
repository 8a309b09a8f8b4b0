import type { HelpInput } from '@recado/shared/helps/help'
import { helpRoutes } from '@recado/shared/helps/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { afterSubmitDelay } from '../ui/form.ts'

const KEY = ['helps'] as const

export const helpsQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call(helpRoutes.helps, {}, { signal }),
})

/** Adds a video, or changes the one with the id. */
export function useSaveHelp() {
  const callOnce = useCallOnce()
  const refresh = useRefreshHelps()
  return useMutation({
    mutationFn: afterSubmitDelay(({ helpId, ...input }: HelpInput & { helpId?: string }) =>
      helpId ? call(helpRoutes.updateHelp, { helpId, ...input }) : callOnce(helpRoutes.createHelp, input),
    ),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

export function useDeleteHelp() {
  const refresh = useRefreshHelps()
  return useMutation({
    mutationFn: (helpId: string) => call(helpRoutes.deleteHelp, { helpId }),
    onSettled: refresh,
    meta: { showsItsError: true },
  })
}

function useRefreshHelps() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: KEY })
}
