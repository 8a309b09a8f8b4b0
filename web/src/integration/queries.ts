import type { Integration, IntegrationChange } from '@recado/shared/integration/integration'
import { integrationRoutes } from '@recado/shared/integration/routes'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { afterSubmitDelay } from '../ui/form.ts'
import { integrationKeys } from './keys.ts'

export const integrationQuery = queryOptions({
  queryKey: integrationKeys.link,
  queryFn: async ({ signal }): Promise<Integration> =>
    (await call(integrationRoutes.getIntegration, {}, { signal })).integration,
})

/** Whether the company is connected; false while it is loading. */
export function useIsIntegrated(): boolean {
  const { data } = useQuery({
    queryKey: integrationKeys.enabled,
    queryFn: async ({ signal }) => (await call(integrationRoutes.checkSacmais, {}, { signal })).isEnabled,
    staleTime: 60_000,
  })
  return data ?? false
}

/** The tags of the platform. They are fetched each time because they change there. */
export const platformTagsQuery = queryOptions({
  queryKey: integrationKeys.tags,
  queryFn: async ({ signal }) => (await call(integrationRoutes.listSacmaisTags, {}, { signal })).tags,
  staleTime: 0,
  meta: { askedOnce: true },
})

export function useSaveIntegration() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: afterSubmitDelay((change: IntegrationChange) =>
      call(integrationRoutes.saveIntegration, change),
    ),
    onSettled: () => client.invalidateQueries({ queryKey: integrationKeys.all }),
    meta: { showsItsError: true },
  })
}
