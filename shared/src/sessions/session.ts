import * as z from 'zod'
import { sessionCompany } from '../companies/company.ts'
import { id } from '../ids.ts'
import { email, password, profile, userName } from '../users/user.ts'

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
  /** Six digits of an authenticator, or a recovery code; of users who have switched that on. */
  code: z.string().trim().max(20).optional(),
})

/** What a person invited makes an account with. Nothing here says what they may do: the invitation does. */
export const signUpInput = z.strictObject({
  name: userName,
  email,
  password,
  /** Of an invitation. Without one no account is made (part 3 §2). */
  token: z.string().max(200).nullish(),
  companyId: id,
})

/** How long a handover from one instance to another is good, in seconds (part 3 §8). */
export const HANDOVER_SECONDS = 60
export const handoverInput = z.strictObject({
  handover: z.string().max(2000),
  /** As in `loginInput`: of users who have a second step at the instance that takes them. */
  code: z.string().trim().max(20).optional(),
})
/** A handover that asked for a code waits for it this long, in seconds: a phone has to be found first. */
export const HANDOVER_CODE_SECONDS = 300

export const forgottenPassword = z.strictObject({ email })
export const resetInput = z.strictObject({ token: z.string().max(300), password })

/** A link to choose a password is good for this long, in minutes: asked for by its owner, or sent by an operator. */
export const PASSWORD_LINK_MINUTES = { forgotten: 60, access: 24 * 60 }
export type WhyPasswordLink = keyof typeof PASSWORD_LINK_MINUTES

/** A sign-in, as its owner sees it. */
export const login = z.object({
  /** ISO 8601. */
  at: z.string(),
  address: z.string(),
  place: z.string().nullable(),
  agent: z.string().nullable(),
})
export type Login = z.infer<typeof login>

/** Somebody of the platform works in a company that is not theirs: for an hour at most, with a reason (security.md). */
export const supportAccess = z.object({
  companyId: z.string(),
  /** ISO 8601. */
  until: z.string(),
  reason: z.string(),
  /** Whether more than reading is granted. */
  mayChange: z.boolean(),
})
export type SupportAccess = z.infer<typeof supportAccess>

export const sessionUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  profile,
  super: z.boolean(),
  /** The company that is worked in. */
  companyId: z.string(),
  company: sessionCompany,
  /** How that company came to be another than the user's own. */
  support: supportAccess.nullable(),
})
export type SessionUser = z.infer<typeof sessionUser>

export const loginAnswer = z.object({
  token: z.string(),
  user: sessionUser,
  /** Where the company is on another instance: lets its user in there, once, for a minute. */
  handover: z.string().optional(),
})
export type LoginAnswer = z.infer<typeof loginAnswer>

/** Whoever makes a request, read from the session row on each one. */
export interface Actor {
  userId: string
  /** The company that is worked in. */
  companyId: string
  /** Whose user it is: where the session and the account are. Another one only with access for support. */
  homeCompanyId: string
  sid: string
  name: string
  profile: z.infer<typeof profile>
  super: boolean
  campaignsEnabled: boolean
  /** The moment from which the company may send nothing, ISO 8601. */
  overdueFrom: string | null
  /** Access for support to a company that is not the caller's own. */
  support: SupportAccess | null
}
