import * as z from 'zod'
import { campaignStatus } from '../campaigns/contract/campaign.ts'

export const dashboardQuery = z.strictObject({
  /** Local dates of the company, both included. */
  date_from: z.iso.date(),
  date_to: z.iso.date(),
})

export const dashboard = z.object({
  /** The latest 20 that were created or ran in these days, newest first. */
  campaigns: z.array(
    z.object({
      id: z.string(),
      type: z.enum(['PRIVATE', 'GROUP']),
      name: z.string(),
      status: campaignStatus,
      pausedAt: z.string().nullable(),
      totalDelivered: z.number().int(),
      scheduledAt: z.string().nullable(),
      completedAt: z.string().nullable(),
    }),
  ),
  /** Campaigns created or running in these days, existing lists, messages sent in these days. */
  counters: z.object({ campaigns: z.number().int(), lists: z.number().int(), messages: z.number().int() }),
  /** Messages that WhatsApp accepted, for each day from the first to the last. */
  days: z.array(z.object({ day: z.string(), sent: z.number().int() })),
})
export type Dashboard = z.infer<typeof dashboard>
