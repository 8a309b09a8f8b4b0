import { newCompany } from '@recado/shared/companies/company'
import { putCompany } from '@recado/shared/companies/store'
import { makes } from '@recado/shared/deployment/custom-resource'
import { newId } from '@recado/shared/ids'
import { passwordLinkKey } from '@recado/shared/sessions/password-link-store'
import { changeUser, findByEmail, getUser, putUser } from '@recado/shared/users/store'
import { email as emailText } from '@recado/shared/users/user'
import { ports, tableOf } from '../context.ts'
import { sendPasswordLink } from '../credentials/password-links.ts'

/** The platform's own company. It is not in the register of clients. */
const COMPANY = 'Plataforma'
const NAME = 'Operador'

/**
 * CloudFormation calls this at a deployment. It creates the first operator's account, unless the e-mail is taken. A
 * later deployment creates none, because it would belong to a second platform company.
 */
export const handler = makes<{ Email: string }>(async ({ Email }, before) => {
  const email = emailText.parse(Email)
  const known = await findByEmail(ports.table, email)
  // Lambda repeats a run that ended before its mail was queued.
  if (known) return before ? undefined : sendAgain(known)
  if (before) return correctAddress(emailText.parse(before.Email), email)
  const createdAt = new Date(ports.now()).toISOString()
  const [companyId, userId] = [newId(), newId()]
  const table = tableOf(companyId)
  await putCompany(table, newCompany({ id: companyId, name: COMPANY, email, createdAt, useType: 'INTERNO' }))
  const account = {
    id: userId,
    companyId,
    name: NAME,
    email,
    profile: 'admin',
    super: true,
    createdAt,
  } as const
  await putUser(table, { ...account, passwordHash: null })
  await sendPasswordLink({ companyId, userId, why: 'access' })
})

async function sendAgain({ companyId, userId }: { companyId: string; userId: string }): Promise<void> {
  const user = await getUser(tableOf(companyId), userId)
  if (user?.super && user.passwordHash === null) await sendPasswordLink({ companyId, userId, why: 'access' })
}

/**
 * Replaces the address of an operator without a password, because the mail with the link may never have arrived. The link
 * of that mail becomes invalid. An operator with a password changes the address in the app.
 */
async function correctAddress(from: string, to: string): Promise<void> {
  const found = await findByEmail(ports.table, from)
  const user = found && (await getUser(tableOf(found.companyId), found.userId))
  if (!found || !user || user.passwordHash !== null) return
  const { companyId, userId } = found
  const outcome = await changeUser(tableOf(companyId), user, { email: to }, [passwordLinkKey(userId)])
  if (outcome !== 'written') throw new Error(`The operator was not changed: ${outcome}`)
  await sendPasswordLink({ companyId, userId, why: 'access' })
}
