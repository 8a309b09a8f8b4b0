import { recordDeed } from '@recado/shared/audit/store'
import { getCompany } from '@recado/shared/companies/store'
import type { CompanyEmail } from '@recado/shared/email/email'
import { DomainError } from '@recado/shared/errors/errors'
import type { Language } from '@recado/shared/language'
import { getNoticeSettings } from '@recado/shared/notices/settings-store'
import type { MessageOf } from '@recado/shared/queues/queues'
import { isGoodLink, putPasswordLink, takePasswordLink } from '@recado/shared/sessions/password-link-store'
import { PASSWORD_LINK_MINUTES, type WhyPasswordLink } from '@recado/shared/sessions/session'
import { getSession } from '@recado/shared/sessions/store'
import { isCompanyId } from '@recado/shared/table/tenant'
import { findByEmail, getUser, userKey } from '@recado/shared/users/store'
import { environment, ports, tableOf } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { passwordLetter } from '../letters/letters.ts'
import { attemptReset, attemptToRemember } from './attempts.ts'
import { requireUncommon } from './chosen-password.ts'
import { tellReplaced } from './end-session.ts'
import { newOneTimeToken, readOneTimeToken } from './one-time-token.ts'
import { hashPassword } from './password.ts'

interface LinkFor {
  companyId: string
  userId: string
  why: WhyPasswordLink
  /** Without it, the language of the user's other mails. */
  language?: Language | undefined
}

/** Queues a mail with a password link for a user. It voids the user's older links. */
export const sendPasswordLink = (link: Omit<LinkFor, 'language'>): Promise<void> =>
  ports.queues.send('emails', { kind: 'password-link', ...link })

/**
 * Queues a mail with a password link for an e-mail. The user is looked up later, so the answer does not show
 * whether there is one.
 */
export async function rememberPassword(
  { email, language }: Pick<LinkFor, 'language'> & { email: string },
  { address }: Exchange,
): Promise<undefined> {
  await attemptToRemember(email, address)
  await ports.queues.send('emails', { kind: 'forgotten-password', email, language })
}

/** The company of the user with an e-mail; undefined without such a user. */
export const companyOfEmail = async (email: string): Promise<string | undefined> =>
  (await findByEmail(ports.table, email))?.companyId

/** The mail for the user of an e-mail; undefined without such a user. */
export async function forgottenPasswordLink({
  email,
  language,
}: Extract<MessageOf<'emails'>, { kind: 'forgotten-password' }>): Promise<CompanyEmail | undefined> {
  const found = await findByEmail(ports.table, email)
  return found && passwordLink({ ...found, why: 'forgotten', language })
}

/** The mail with a new link, which voids the older one; undefined if the user may not sign in anyway. */
export async function passwordLink({
  companyId,
  userId,
  why,
  language,
}: LinkFor): Promise<CompanyEmail | undefined> {
  const table = tableOf(companyId)
  const [user, company, settings] = await Promise.all([
    getUser(table, userId),
    getCompany(table),
    getNoticeSettings(table, userId),
  ])
  if (!user || !company?.status) return undefined
  const { token, digest } = newOneTimeToken(companyId, userId)
  await putPasswordLink(table, userId, digest, ports.now() + PASSWORD_LINK_MINUTES[why] * 60_000)
  // Behind the #, so that servers and logs on the way do not get the token.
  const link = `${environment.APP_ORIGIN}/reset-password#token=${token}`
  return {
    ...passwordLetter(user.email, { name: user.name, link, why, language: language ?? settings.language }),
    companyId,
  }
}

/**
 * Sets the password with a one-time link, and ends the user's session.
 * @throws DomainError ERR_LINK_EXPIRED, ERR_PASSWORD_COMMON
 */
export async function resetPassword(
  { token, password }: { token: string; password: string },
  exchange: Exchange,
): Promise<undefined> {
  await attemptReset(exchange.address)
  const { ids, digest } = readOneTimeToken(token)
  const [companyId = '', userId = ''] = ids
  if (!isCompanyId(companyId) || userId === '') throw linkExpired()
  const table = tableOf(companyId)
  if (!(await isGoodLink(table, userId, digest, ports.now()))) throw linkExpired()
  const user = await getUser(table, userId)
  if (!user) throw linkExpired()
  await requireUncommon(password)
  const passwordHash = await hashPassword(password)
  const taken = { digest, now: ports.now(), passwordHash, userKey: userKey(userId) }
  const session = await getSession(table, userId)
  if (!(await takePasswordLink(table, userId, taken))) throw linkExpired()
  const deed = { who: { id: userId, name: user.name, support: false }, action: 'sessions.resetPassword' }
  await recordDeed(
    table,
    { ...deed, target: userId, targetName: null, fields: ['password'], from: exchange.from },
    ports.now(),
  )
  if (session) await tellReplaced(companyId, userId, session.sid)
}

const linkExpired = () =>
  new DomainError(
    'forbidden',
    'ERR_LINK_EXPIRED',
    'This link was used, has expired or was replaced by another',
  )
