import type { Company } from '@recado/shared/companies/company'
import type { OneCompany } from '@recado/shared/companies/register/company-record'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import { getPasswordLink, voidPasswordLink } from '@recado/shared/sessions/password-link-store'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN } from '@recado/shared/table/retrying'
import { ConditionFailed, type Write } from '@recado/shared/table/table'
import type { IndexWrite } from '@recado/shared/table/tenant'
import { allUsers, EMAIL_AT, getUser, type StoredUser, writesOfNewEmail } from '@recado/shared/users/store'
import { tableOf } from '../context.ts'
import { sendPasswordLink } from '../credentials/password-links.ts'
import { countMail } from '../letters/count-mail.ts'

/** The recipient of a company's access e-mail. */
export async function accessOf(company: Company): Promise<OneCompany['access']> {
  const admin = await recipientOf(company)
  return admin ? { email: admin.email, followsCompany: followsCompany(admin, company) } : null
}

/** Sends the recipient of the access e-mail a password link. @throws DomainError ERR_NO_USER_FOUND */
export async function sendAccess(actor: Actor, company: Company): Promise<{ email: string }> {
  const admin = await recipientOf(company)
  if (!admin) throw notFound('ERR_NO_USER_FOUND')
  const { id: userId, email } = admin
  await countMail(actor, email)
  await sendPasswordLink({ companyId: company.id, userId, why: 'access' })
  return { email }
}

/**
 * The writes that change the login of a company's admin together with the company's e-mail, for `withLogin`. They void the
 * admin's access link. Empty if the login does not follow the e-mail.
 */
export async function writesOfLogin(read: Company, next: Company): Promise<(Write | IndexWrite)[]> {
  if (read.email === next.email) return []
  const known = await recipientOf(read)
  if (!known) return []
  const table = tableOf(read.id)
  // Read before the user: a password chosen with this link since then makes the writes fail.
  const link = await getPasswordLink(table, known.id)
  const admin = await getUser(table, known.id)
  if (!admin || !followsCompany(admin, read)) return []
  return [...writesOfNewEmail(admin, next.email), voidPasswordLink(admin.id, link)]
}

/**
 * Awaits a transaction with `writesOfLogin`.
 * @returns AGAIN if the admin has changed since they were read
 * @throws DomainError ERR_DUPLICATED_EMAIL
 */
export async function withLogin<T>(made: Promise<T>): Promise<T | typeof AGAIN> {
  try {
    return await made
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    const isOnlyTaken = error.failures.every((failure, at) => (failure !== undefined) === (at === EMAIL_AT))
    if (!isOnlyTaken) return AGAIN
    throw new DomainError('conflict', 'ERR_DUPLICATED_EMAIL', 'Somebody signs in with this e-mail already')
  }
}

/** The admin with the company's e-mail, or else its first admin. */
async function recipientOf({ id, email }: Company): Promise<StoredUser | undefined> {
  const admins = (await allUsers(tableOf(id))).filter(({ profile }) => profile === 'admin')
  return admins.find((admin) => admin.email === email) ?? admins[0]
}

/**
 * Whether an admin's login changes with the company's e-mail: it is the same, and has no password yet, because the access
 * e-mail may have gone to a wrong address. A company whose users another instance hands over needs no passwords.
 */
const followsCompany = ({ email, passwordHash }: StoredUser, company: Company): boolean =>
  email === company.email && passwordHash === null && !company.handoverFrom
