import { scheduleStatus } from '@recado/shared/schedules/schedule'
import * as z from 'zod'

/** Search parameters of the page of schedules. */
export const schedulesSearch = z.object({
  /** Without it the list. */
  view: z.literal('day').optional().catch(undefined),
  /** Of the list; without it pending ones. */
  status: scheduleStatus.optional().catch(undefined),
  /** Of the day, YYYY-MM-DD; without it today. */
  date: z.iso.date().optional().catch(undefined),
  /** Only the user's own. */
  mine: z.literal('true').optional().catch(undefined),
  dialog: z.enum(['new', 'open']).optional().catch(undefined),
  /** The schedule that the dialog is about. */
  id: z.string().optional().catch(undefined),
})
export type SchedulesSearch = z.infer<typeof schedulesSearch>
