import * as z from 'zod'
import { OPERATOR } from '../access.ts'
import { defineRoutes, nothing } from '../http/contract.ts'
import { plan, planInput } from './plan.ts'

export const planRoutes = defineRoutes({
  listPlans: {
    method: 'GET',
    path: '/plans/list',
    access: OPERATOR,
    response: z.array(plan),
    summary: 'The plans by name, with how many companies have each',
  },
  allPlans: {
    method: 'GET',
    path: '/plans/all',
    access: OPERATOR,
    response: z.array(plan),
    summary: 'The same, to choose from',
  },
  createPlan: {
    method: 'POST',
    path: '/plans',
    access: OPERATOR,
    body: planInput,
    response: plan,
    status: 201,
    idempotent: true,
    errors: ['ERR_DUPLICATED_NAME'],
    summary: 'Create a plan',
  },
  updatePlan: {
    method: 'PUT',
    path: '/plans/{planId}',
    access: OPERATOR,
    body: planInput,
    recordIn: { list: 'listPlans', by: 'id' },
    response: plan,
    errors: ['ERR_NO_PLAN_FOUND', 'ERR_DUPLICATED_NAME'],
    summary: 'Change a plan; what its companies have already stays theirs',
  },
  deletePlan: {
    method: 'DELETE',
    path: '/plans/{planId}',
    access: OPERATOR,
    response: nothing,
    status: 204,
    errors: ['ERR_NO_PLAN_FOUND', 'ERR_PLAN_IN_USE'],
    summary: 'Delete a plan that no company has',
  },
})
