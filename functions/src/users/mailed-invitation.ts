import { getCompany } from '@recado/shared/companies/store'
import type { CompanyEmail } from '@recado/shared/email/email'
import type { MessageOf } from '@recado/shared/queues/queues'
import { INVITATION_DAYS } from '@recado/shared/users/invitation'
import { getInvitation, setMailedToken } from '@recado/shared/users/invitation-store'
import { ports, tableOf } from '../context.ts'
import { newOneTimeToken } from '../credentials/one-time-token.ts'
import { invitationLetter } from '../letters/letters.ts'
import { signUpLink } from './invitations.ts'

/** The mail with its own token; undefined when the invitation was accepted or revoked meanwhile. */
export async function mailedInvitation({
  companyId,
  invitationId,
  language,
}: Extract<MessageOf<'emails'>, { kind: 'invitation' }>): Promise<CompanyEmail | undefined> {
  const table = tableOf(companyId)
  const [invitation, company] = await Promise.all([getInvitation(table, invitationId), getCompany(table)])
  if (!invitation?.email || !company || ports.now() >= Date.parse(invitation.until)) return undefined
  const { token, digest } = newOneTimeToken(invitationId)
  if (!(await setMailedToken(table, invitationId, digest))) return undefined
  const link = signUpLink(companyId, token)
  const days = INVITATION_DAYS
  const letter = invitationLetter(invitation.email, { company: company.name, link, days, language })
  return { ...letter, companyId }
}
