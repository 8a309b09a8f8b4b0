import * as z from 'zod'
import { campaignType } from '../campaigns/contract/campaign.ts'

/** What a company did already of its first use. Nothing here is a count: existence is enough. */
export const firstSteps = z.object({
  /** A phone was linked here, even if it is not linked now. */
  connection: z.boolean(),
  list: z.boolean(),
  campaign: z.boolean(),
  /** A campaign was tested, or one was started, which is more. */
  trial: z.boolean(),
  queue: z.boolean(),
  /** The company has a second user. */
  team: z.boolean(),
  conversation: z.boolean(),
})
export type FirstSteps = z.infer<typeof firstSteps>

const place = z.object({ used: z.number().int(), limit: z.number().int() })

export const home = z.object({
  steps: firstSteps,
  /** The latest campaign, if it can still be tested and edited; else null. */
  draft: z.object({ id: z.string(), type: campaignType }).nullable(),
  /** Places of the plan; null for a company without limits. */
  plan: z.object({ users: place, connections: place, queues: place }).nullable(),
})
export type Home = z.infer<typeof home>
export type PlanPlaces = NonNullable<Home['plan']>
