import { scheduleRoutes } from '@recado/shared/schedules/routes'
import { serve } from '../serve/serve.ts'
import { page } from './listing.ts'
import * as schedules from './schedules.ts'

export const handler = serve('schedules', scheduleRoutes, {
  listSchedules: (query, actor) => page(actor, query),
  createSchedule: (input, actor, { recordId }) => schedules.create(actor, input, recordId),
  getSchedule: ({ scheduleId }, actor) => schedules.get(actor, scheduleId),
  updateSchedule: ({ scheduleId, ...input }, actor) => schedules.update(actor, scheduleId, input),
  deleteSchedule: ({ scheduleId }, actor) => schedules.remove(actor, scheduleId),
})
