import * as z from 'zod'
import { id } from '../ids.ts'
import { name } from '../name.ts'
import type { SupportAccess } from '../sessions/session.ts'

export const profile = z.enum(['admin', 'user'])
/** What a new user is, where nobody says otherwise (part 1 §5). */
export const DEFAULT_PROFILE = 'admin'

export const email = z.string().trim().toLowerCase().pipe(z.email().max(254))
export const userName = name
/** Trimmed, as it is when somebody signs in. */
export const password = z.string().trim().min(5).max(50)

/** An operator lets somebody of the platform into a company, for an hour at most (security.md). */
export const supportGrant = z.strictObject({
  reason: z.string().trim().min(3).max(200),
  minutes: z.number().int().min(1).max(60),
  mayChange: z.boolean(),
})
export type SupportGrant = z.infer<typeof supportGrant>

const queueIds = z.array(id).max(100)

/** Without a password, a link to choose one is sent to the user's e-mail. */
export const userInput = z.strictObject({
  name: userName,
  email,
  password: password.nullish(),
  profile: profile.optional(),
  queueIds: queueIds.optional(),
  /** Another company than the caller's own: operators alone. */
  companyId: id.optional(),
})
export type UserInput = z.infer<typeof userInput>

/** What is not sent stays as it is. */
export const userChange = z.strictObject({
  ...userInput.shape,
  /** Wanted for a new password or e-mail of one's own. */
  currentPassword: z.string().trim().max(200).nullish(),
  /** Switches off two-step sign-in for somebody else, who has lost what it takes. */
  totp: z.literal(false).optional(),
  /** The company that the user works in for support; null ends it. */
  selectedCompanyId: id.nullish(),
  support: supportGrant.nullish(),
})
export type UserChange = z.infer<typeof userChange>

/** A user as others of the company see it. */
export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  profile,
  super: z.boolean(),
  companyId: z.string(),
  queueIds: z.array(z.string()),
  queues: z.array(z.object({ id: z.string(), name: z.string(), color: z.string() })),
  /** Whether a browser of theirs is listening at this moment. */
  online: z.boolean(),
  /** When a browser of theirs last said that it is there, ISO 8601. */
  lastSeenAt: z.string().nullable(),
  /** Whether signing in takes a code beside the password. */
  totp: z.boolean(),
  selectedCompanyId: z.string().nullable(),
  createdAt: z.string(),
})
export type ShownUser = z.infer<typeof user>

/** What is stored of a user. */
export interface User {
  id: string
  name: string
  email: string
  profile: z.infer<typeof profile>
  super: boolean
  companyId: string
  createdAt: string
  /** Ticket queues, those that were deleted since among them. */
  queueIds?: string[]
  lastSeenAt?: string | null
  /** What the company was last told: whether they are there. */
  present?: boolean
  totp?: boolean
  /** The last access for support that was granted; it counts until its time. */
  support?: SupportAccess | null
}
