import type { InstanceInput } from '@recado/shared/instances/instance'
import { instanceRoutes } from '@recado/shared/instances/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { afterSubmitDelay } from '../ui/form.ts'

const KEY = ['instances'] as const

export const instancesQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call(instanceRoutes.listInstances, {}, { signal }),
})

/** Creates an instance, or changes the one with the id. */
export function useSaveInstance() {
  const callOnce = useCallOnce()
  const refresh = useRefreshInstances()
  return useMutation({
    mutationFn: afterSubmitDelay(({ instanceId, ...input }: InstanceInput & { instanceId?: string }) =>
      instanceId
        ? call(instanceRoutes.updateInstance, { instanceId, ...input })
        : callOnce(instanceRoutes.createInstance, input),
    ),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

export function useDeleteInstance() {
  const refresh = useRefreshInstances()
  return useMutation({
    mutationFn: (instanceId: string) => call(instanceRoutes.deleteInstance, { instanceId }),
    onSettled: refresh,
    meta: { showsItsError: true },
  })
}

function useRefreshInstances() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: KEY })
}
