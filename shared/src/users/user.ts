import * as z from 'zod'
import { mailProblemOrNone } from '../email/mail-problem.ts'
import { id } from '../ids.ts'
import { name } from '../name.ts'
import type { SupportAccess } from './support-access.ts'

export const profile = z.enum(['admin', 'user'])
/** The profile of a new user by default (part 1 §5). */
export const DEFAULT_PROFILE = 'admin'

export const email = z.string().trim().toLowerCase().pipe(z.email().max(254))
export const userName = name
/** Trimmed, as at sign-in. */
export const password = z.string().trim().min(5).max(50)

/** An operator's grant of access to a company for a user of the platform, for an hour at most (security.md). */
export const supportGrant = z.strictObject({
  reason: z.string().trim().min(3).max(200),
  minutes: z.number().int().min(1).max(60),
  mayChange: z.boolean(),
})
export type SupportGrant = z.infer<typeof supportGrant>

const queueIds = z.array(id).max(100)

/**
 * Without a password, a link to choose one is sent to the user's e-mail. An operator gives none to another company's
 * user.
 */
export const userInput = z.strictObject({
  name: userName,
  email,
  password: password.nullish(),
  profile: profile.optional(),
  queueIds: queueIds.optional(),
  /** Another company than the caller's own: only for operators. */
  companyId: id.optional(),
})
export type UserInput = z.infer<typeof userInput>

/** Omitted fields stay as they are. */
export const userChange = z.strictObject({
  ...userInput.shape,
  /** Required to change one's own password or e-mail. */
  currentPassword: z.string().trim().max(200).nullish(),
  /** Switches off two-step sign-in for another user who has lost the second factor. */
  totp: z.literal(false).optional(),
  /** The company that the user works in for support; null ends it. */
  selectedCompanyId: id.nullish(),
  support: supportGrant.nullish(),
})
export type UserChange = z.infer<typeof userChange>

/** A user as other users of the company see it. */
export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Why mails do not reach the user; null if they do, as far as is known. */
  mailProblem: mailProblemOrNone,
  profile,
  super: z.boolean(),
  companyId: z.string(),
  queueIds: z.array(z.string()),
  queues: z.array(z.object({ id: z.string(), name: z.string(), color: z.string() })),
  /** Whether one of their browsers is connected now. */
  online: z.boolean(),
  /** The last sign of life of one of their browsers, ISO 8601. */
  lastSeenAt: z.string().nullable(),
  /** Whether sign-in needs a code besides the password. */
  totp: z.boolean(),
  selectedCompanyId: z.string().nullable(),
  createdAt: z.string(),
})
export type ShownUser = z.infer<typeof user>

/** A stored user. */
export interface User {
  id: string
  name: string
  email: string
  profile: z.infer<typeof profile>
  super: boolean
  companyId: string
  createdAt: string
  /** Ticket queues; may include deleted ones. */
  queueIds?: string[]
  lastSeenAt?: string | null
  /** The presence that was last published to the company. */
  present?: boolean
  totp?: boolean
  /** The last granted support access; valid until its time. */
  support?: SupportAccess | null
}
