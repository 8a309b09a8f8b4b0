import * as z from 'zod'

export const TICKET_STATUSES = ['pending', 'open', 'closed'] as const
export const ticketStatus = z.enum(TICKET_STATUSES)
export type TicketStatus = z.infer<typeof ticketStatus>

/** A conversation that the company's team has to see to (part 3 §7). */
export const ticket = z.object({
  id: z.string(),
  uuid: z.string(),
  status: ticketStatus,
  whatsappId: z.string(),
  /** Which conversation of that connection. */
  chat: z.string(),
  name: z.string(),
  queueId: z.string().nullable(),
  userId: z.string().nullable(),
  tagIds: z.array(z.string()),
  /** The campaign whose reply it came of. */
  campaignId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Ticket = z.infer<typeof ticket>
