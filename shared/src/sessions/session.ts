import * as z from 'zod'
import { sessionCompany } from '../companies/company.ts'
import { profile } from '../users/user.ts'

/** The browser asks for a new token this often, in milliseconds (part 1 §9). */
export const REFRESH_EVERY_MS = 900_000
/** Life of an access token in seconds: the 15 minutes above and 5 of grace (part 3 §2). */
export const ACCESS_TOKEN_SECONDS = 1200
/** The refresh token before the current one is taken for this long, in milliseconds. */
export const PREVIOUS_REFRESH_TOKEN_MS = 30_000
/** A session nobody refreshed for this long ends, in seconds. */
export const SESSION_IDLE_SECONDS = 30 * 24 * 3600

/** Trimmed, never checked for more: a wrong login has one answer, whatever was wrong with it. */
export const loginInput = z.strictObject({
  email: z.string().trim().toLowerCase().min(1).max(254),
  password: z.string().trim().min(1).max(200),
})

export const sessionUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  profile,
  super: z.boolean(),
  companyId: z.string(),
  company: sessionCompany,
})
export type SessionUser = z.infer<typeof sessionUser>

export const loginAnswer = z.object({ token: z.string(), user: sessionUser })
export type LoginAnswer = z.infer<typeof loginAnswer>

/** Whoever makes a request, read from the session row on each one. */
export interface Actor {
  userId: string
  companyId: string
  sid: string
  name: string
  profile: z.infer<typeof profile>
  super: boolean
  campaignsEnabled: boolean
}
