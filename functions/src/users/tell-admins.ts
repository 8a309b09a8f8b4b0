import type { MessageOf } from '@recado/shared/queues/queues'
import type { Actor } from '@recado/shared/sessions/session'
import { allUsers, type StoredUser } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import { isOfAnotherCompany } from '../credentials/support-limits.ts'

type Told = Extract<MessageOf<'emails'>, { kind: 'operator-deed' }>

/**
 * E-mails of a company's admins before an operator creates or changes a user there; none for other callers. Read
 * before the change, so that the owner of a changed e-mail is informed too.
 */
export async function adminsToTell(actor: Actor, companyId: string): Promise<string[]> {
  if (!isOfAnotherCompany(actor, companyId)) return []
  const users = await allUsers(tableOf(companyId))
  return users.filter(({ profile }) => profile === 'admin').map(({ email }) => email)
}

/** Queues mails to the company's admins about an operator's change of their user. */
export async function tellAdmins(
  { name: operator }: Actor,
  companyId: string,
  admins: readonly string[],
  { deed, user }: { deed: Told['deed']; user: Pick<StoredUser, 'name' | 'email'> },
): Promise<void> {
  const { name, email } = user
  for (const to of admins) {
    await ports.queues.send('emails', { kind: 'operator-deed', companyId, to, deed, operator, name, email })
  }
}
