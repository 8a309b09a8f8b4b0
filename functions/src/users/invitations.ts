import { planOfCompany } from '@recado/shared/companies/plan-of-company'
import type { MailProblem } from '@recado/shared/email/mail-problem'
import { mailProblemOf, mailProblems } from '@recado/shared/email/unreached'
import { notFound } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import { INVITATION_DAYS, type Invitation, type InvitationInput } from '@recado/shared/users/invitation'
import {
  deleteInvitation,
  openInvitations,
  placeToInvite,
  putInvitation,
  type StoredInvitation,
} from '@recado/shared/users/invitation-store'
import { environment, platform, ports, tableOf } from '../context.ts'
import { newOneTimeToken } from '../credentials/one-time-token.ts'
import { countMail } from '../letters/count-mail.ts'
import { underPlan } from '../plans/under-plan.ts'
import { requireCompany } from './company.ts'
import { adminsToTell, tellAdmins } from './tell-admins.ts'

const DAY_MS = 24 * 3600 * 1000

/**
 * Creates an invitation. Its token is returned this once. If an e-mail is given, another token is mailed to it.
 * @throws DomainError ERR_PLAN_LIMIT, ERR_NO_COMPANY_FOUND
 */
export async function create(
  actor: Actor,
  { email = null, profile, language, companyId = actor.companyId }: InvitationInput,
) {
  await requireCompany(actor, companyId)
  // A refused invitation counts no mail.
  await requirePlace(companyId)
  if (email) await countMail(actor, email)
  const now = ports.now()
  const id = newId(now)
  const { token, digest } = newOneTimeToken(id)
  const invitation: StoredInvitation = {
    id,
    email,
    profile,
    digest,
    by: { userId: actor.userId, companyId: actor.homeCompanyId },
    createdAt: new Date(now).toISOString(),
    until: new Date(now + INVITATION_DAYS * DAY_MS).toISOString(),
  }
  const admins = await adminsToTell(actor, companyId)
  await underPlan(companyId, (plan) => putInvitation(tableOf(companyId), invitation, plan))
  await tellAdmins(actor, companyId, admins, { deed: 'invited', user: { name: '', email: email ?? '' } })
  if (email) await ports.queues.send('emails', { kind: 'invitation', companyId, invitationId: id, language })
  const problem = email ? await mailProblemOf(tableOf(companyId), email) : null
  return { ...invitationOf(invitation, problem), token, link: signUpLink(companyId, token) }
}

/** @throws DomainError ERR_PLAN_LIMIT when users and open invitations fill the plan */
async function requirePlace(companyId: string): Promise<void> {
  const table = tableOf(companyId)
  const plan = await planOfCompany(platform, table)
  if (plan) await placeToInvite(table, plan, ports.now())
}

export async function list({ companyId }: Actor): Promise<Invitation[]> {
  const table = tableOf(companyId)
  const [open, problems] = await Promise.all([openInvitations(table, ports.now()), mailProblems(table)])
  return open.map((invitation) => invitationOf(invitation, problems.get(invitation.email ?? '') ?? null))
}

export async function revoke({ companyId }: Actor, invitationId: string): Promise<undefined> {
  if (!(await deleteInvitation(tableOf(companyId), invitationId))) throw notFound('ERR_NO_INVITATION_FOUND')
}

export const signUpLink = (companyId: string, token: string): string =>
  `${environment.APP_ORIGIN}/signup?${new URLSearchParams({ companyId, token })}`

const invitationOf = (
  { id, email, profile, createdAt, until }: StoredInvitation,
  mailProblem: MailProblem | null,
): Invitation => ({
  id,
  email,
  mailProblem,
  profile,
  createdAt,
  expiresAt: until,
})
