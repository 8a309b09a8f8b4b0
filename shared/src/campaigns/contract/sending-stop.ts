import * as z from 'zod'

/** A stop of all sending, with its reason. */
export const sendingStop = z.object({
  reason: z.string(),
  /** ISO 8601. */
  at: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
})
export type SendingStop = z.infer<typeof sendingStop>

/** A recorded stop or resumption. */
export const stopTrace = sendingStop.extend({ action: z.enum(['stop', 'resume']) })
export type StopTrace = z.infer<typeof stopTrace>

export const sendingState = z.object({
  /** null: the company sends. */
  company: sendingStop.nullable(),
  /** null: the platform sends. */
  platform: sendingStop.pick({ reason: true, at: true }).nullable(),
  /** The company's last 50, newest first. */
  history: z.array(stopTrace),
})
export type SendingState = z.infer<typeof sendingState>

export const platformSendingState = z.object({
  platform: sendingStop.nullable(),
  history: z.array(stopTrace),
})
export type PlatformSendingState = z.infer<typeof platformSendingState>

export const stopInput = z.strictObject({ reason: z.string().trim().min(3).max(200) })
