import * as z from 'zod'
import { sessionCompany } from '../companies/company.ts'
import { id } from '../ids.ts'
import { LANGUAGES } from '../language.ts'
import { type SupportAccess, supportAccess } from '../users/support-access.ts'
import { email, password, profile, userName } from '../users/user.ts'

/** The browser requests a new token this often, in milliseconds (part 1 §9). */
export const REFRESH_EVERY_MS = 900_000
/** Life of an access token in seconds: the 15 minutes above and 5 of grace (part 3 §2). */
export const ACCESS_TOKEN_SECONDS = 1200
/** The previous refresh token stays valid for this long, in milliseconds. */
export const PREVIOUS_REFRESH_TOKEN_MS = 30_000
/** A session without a refresh for this long ends, in seconds. */
export const SESSION_IDLE_SECONDS = 30 * 24 * 3600

/** Trimmed but not validated: every failed sign-in gets the same response. */
export const loginInput = z.strictObject({
  email: z.string().trim().toLowerCase().min(1).max(254),
  password: z.string().trim().min(1).max(200),
  /** Six digits of an authenticator, or a recovery code; only for users with two-step sign-in. */
  code: z.string().trim().max(20).optional(),
})

/** An invited person's account data. The invitation, not this input, decides about rights. */
export const signUpInput = z.strictObject({
  name: userName,
  email,
  password,
  /** The token of an invitation. Without one no account is created (part 3 §2). */
  token: z.string().max(200).nullish(),
  companyId: id,
})

/** Lifetime of a handover from one instance to another, in seconds (part 3 §8). */
export const HANDOVER_SECONDS = 60
export const handoverInput = z.strictObject({
  handover: z.string().max(2000),
  /** As in `loginInput`: for users with a second step at the receiving instance. */
  code: z.string().trim().max(20).optional(),
})
/** A handover that requested a code waits this long for it, in seconds: the user has to find a phone first. */
export const HANDOVER_CODE_SECONDS = 300

/** A request for a link to choose a new password. The mail is in the language of the page. */
export const forgottenPassword = z.strictObject({ email, language: z.enum(LANGUAGES).optional() })
export const resetInput = z.strictObject({ token: z.string().max(300), password })

/** Lifetime of a link to choose a password, in minutes: requested by its owner, or sent by an operator. */
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

/** The user of a request, read from the session row at each request. */
export interface Actor {
  userId: string
  /** The company that is worked in. */
  companyId: string
  /** Whose user it is: where the session and the account are. Another one only with access for support. */
  homeCompanyId: string
  sid: string
  name: string
  profile: z.infer<typeof profile>
  /** The user's ticket queues; may include deleted ones. */
  queueIds: readonly string[]
  super: boolean
  campaignsEnabled: boolean
  /** The moment from which the company may send nothing, ISO 8601. */
  overdueFrom: string | null
  /** Access for support to a company that is not the caller's own. */
  support: SupportAccess | null
}
