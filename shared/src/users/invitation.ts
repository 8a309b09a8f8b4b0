import * as z from 'zod'
import { mailProblemOrNone } from '../email/mail-problem.ts'
import { id } from '../ids.ts'
import { LANGUAGES } from '../language.ts'
import { email, profile } from './user.ts'

/** An unused invitation ends after this many days. */
export const INVITATION_DAYS = 7

export const invitationInput = z.strictObject({
  /** The invitation is also mailed to this address. */
  email: email.nullish(),
  profile: profile.default('user'),
  /** Of the mail; Portuguese without it. */
  language: z.enum(LANGUAGES).optional(),
  /** Another company than the caller's own: only for operators. */
  companyId: id.optional(),
})
export type InvitationInput = z.infer<typeof invitationInput>

/** An open invitation, as the company sees it. */
export const invitation = z.object({
  id: z.string(),
  email: z.string().nullable(),
  /** Why mails do not reach the address; null if they do, as far as is known. */
  mailProblem: mailProblemOrNone,
  profile,
  /** ISO 8601. */
  expiresAt: z.string(),
  createdAt: z.string(),
})
export type Invitation = z.infer<typeof invitation>

/** The response to the creation of an invitation. Its token is shown only once: it lets a person sign up. */
export const newInvitation = invitation.extend({ token: z.string(), link: z.string() })
