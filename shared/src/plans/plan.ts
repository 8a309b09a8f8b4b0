import * as z from 'zod'
import { name } from '../name.ts'

const limit = z.number().int().min(1).max(100_000)

export const planInput = z.strictObject({
  name,
  /** How many of each a company of this plan may have. */
  users: limit,
  connections: limit,
  queues: limit,
})
export type PlanInput = z.infer<typeof planInput>

export const plan = z.object({
  id: z.string(),
  ...planInput.shape,
  /** How many companies have it. */
  companies: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Plan = z.infer<typeof plan>
