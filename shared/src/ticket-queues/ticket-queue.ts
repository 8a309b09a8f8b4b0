import * as z from 'zod'
import { name } from '../name.ts'

/** Colours are compared and stored in lower case: `#1f9d55`. */
const color = z
  .string()
  .trim()
  .regex(/^#[0-9a-fA-F]{6}$/)
  .transform((value) => value.toLowerCase())

const text = z.string().trim().max(1000).nullish()

export const ticketQueueInput = z.strictObject({
  name,
  color,
  greetingMessage: text,
  outOfHoursMessage: text,
})
export type TicketQueueInput = z.infer<typeof ticketQueueInput>

/** A queue that tickets wait in; the API calls it `queue`. Not to be confused with the message queues. */
export const ticketQueue = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string(),
  greetingMessage: z.string().nullable(),
  outOfHoursMessage: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type TicketQueue = z.infer<typeof ticketQueue>
