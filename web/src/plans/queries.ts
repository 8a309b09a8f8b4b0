import type { PlanInput } from '@recado/shared/plans/plan'
import { planRoutes } from '@recado/shared/plans/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { afterSubmitDelay } from '../ui/form.ts'

const KEY = ['plans'] as const

export const plansQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call(planRoutes.listPlans, {}, { signal }),
})

/** Creates a plan, or changes the one with the id. */
export function useSavePlan() {
  const callOnce = useCallOnce()
  const refresh = useRefreshPlans()
  return useMutation({
    mutationFn: afterSubmitDelay(({ planId, ...input }: PlanInput & { planId?: string }) =>
      planId ? call(planRoutes.updatePlan, { planId, ...input }) : callOnce(planRoutes.createPlan, input),
    ),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

export function useDeletePlan() {
  const refresh = useRefreshPlans()
  return useMutation({
    mutationFn: (planId: string) => call(planRoutes.deletePlan, { planId }),
    onSettled: refresh,
    meta: { showsItsError: true },
  })
}

function useRefreshPlans() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: KEY })
}
