import { planRoutes } from '@recado/shared/plans/routes'
import { serve } from '../serve/serve.ts'
import * as plans from './plans.ts'

export const handler = serve('plans', planRoutes, {
  listPlans: () => plans.list(),
  allPlans: () => plans.list(),
  createPlan: (input) => plans.create(input),
  updatePlan: ({ planId, ...input }) => plans.update(planId, input),
  deletePlan: ({ planId }) => plans.remove(planId),
})
