import type { MessageOf } from '@recado/shared/queues/queues'
import type { Actor } from '@recado/shared/sessions/session'
import { allUsers, type StoredUser } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import { isOfAnotherCompany } from './support-limits.ts'

type Told = Extract<MessageOf<'emails'>, { kind: 'operator-deed' }>

/**
 * The addresses of a company's admins where an operator is about to make or change a user there; none for anybody else.
 * They are read before the change, so that a changed address does not keep its owner from hearing of it.
 */
export async function adminsToTell(actor: Actor, companyId: string): Promise<string[]> {
  if (!isOfAnotherCompany(actor, companyId)) return []
  const users = await allUsers(tableOf(companyId))
  return users.filter(({ profile }) => profile === 'admin').map(({ email }) => email)
}

/** Has the company's admins be told by mail what an operator did to a user of theirs. */
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
