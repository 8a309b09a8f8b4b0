import * as z from 'zod'
import { byName } from '../by-name.ts'
import { companySchedules } from '../companies/company.ts'
import { name } from '../name.ts'

/** Queues by their place, then by name. */
export const byOrder = (
  one: Pick<TicketQueue, 'orderIndex' | 'name'>,
  other: Pick<TicketQueue, 'orderIndex' | 'name'>,
): number => one.orderIndex - other.orderIndex || byName(one, other)

/** Colours are compared and stored in lower case: `#1f9d55`. */
const color = z
  .string()
  .trim()
  .regex(/^#[0-9a-fA-F]{6}$/)
  .transform((value) => value.toLowerCase())

const text = z.string().trim().max(1000).nullish()

/** `offer`: a ticket of the queue is offered to one attendant after the other; `manual`: all see it alike. */
export const distribution = z.enum(['manual', 'offer'])

/** Minutes in which a customer is to get an answer. */
const targetMinutes = z.number().int().min(1).max(1440)

/** Omitted fields beyond the texts stay as they are. */
export const ticketQueueInput = z.strictObject({
  name,
  color,
  greetingMessage: text,
  outOfHoursMessage: text,
  /** The queue's own opening hours; null for none. */
  schedules: companySchedules.nullish(),
  targetMinutes: targetMinutes.nullish(),
  distribution: distribution.optional(),
  /** Its place in menus and lists. */
  orderIndex: z.number().int().min(0).max(999).optional(),
})
export type TicketQueueInput = z.infer<typeof ticketQueueInput>

/** A queue that tickets wait in; the API calls it `queue`. Not to be confused with the message queues. */
export const ticketQueue = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string(),
  greetingMessage: z.string().nullable(),
  outOfHoursMessage: z.string().nullable(),
  schedules: companySchedules.nullable(),
  targetMinutes: z.number().int().nullable(),
  distribution,
  orderIndex: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type TicketQueue = z.infer<typeof ticketQueue>
