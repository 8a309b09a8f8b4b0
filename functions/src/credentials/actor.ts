import { type Company, isOutdated } from '@recado/shared/companies/company'
import { companyKey, getCompany } from '@recado/shared/companies/store'
import type { Actor } from '@recado/shared/sessions/session'
import { sessionKey } from '@recado/shared/sessions/store'
import { type StoredUser, userKey } from '@recado/shared/users/store'
import type { SupportAccess } from '@recado/shared/users/support-access'
import { ports, tableOf } from '../context.ts'
import { companyUpdated, notSignedIn, sessionReplaced, verifyAccessToken } from './tokens.ts'

/**
 * The caller of a request, by its Authorization header. Session, user and company are read consistently each time,
 * so a replaced session, a changed role or a disabled company takes effect at once.
 * @throws DomainError 401 without a session, 403 for an expired token
 */
export async function actorOf(authorization: string | undefined): Promise<Actor> {
  const [, token] = /^Bearer ([\w.-]+)$/.exec(authorization ?? '') ?? []
  if (!token) throw notSignedIn()
  const { sub: userId, cid, sid } = await verifyAccessToken(token)
  return signedIn({ companyId: cid, userId, sid })
}

/** @throws DomainError 401 when the user's session ended or is another one, or the company changed after its start */
export async function signedIn({
  companyId,
  userId,
  sid,
}: {
  companyId: string
  userId: string
  sid: string
}): Promise<Actor> {
  const { session, user, company } = await tableOf(companyId).getNamed({
    session: sessionKey(userId),
    user: userKey(userId),
    company: companyKey,
  })
  if (!session || !user || !company) throw notSignedIn()
  if (session.sid !== sid) throw sessionReplaced()
  if (isOutdated(session, company)) throw companyUpdated()
  if (!company.status) throw notSignedIn()
  const { name, profile, queueIds = [] } = user
  const { worksIn, support } = await workplaceOf(user, company)
  return {
    userId,
    sid,
    name,
    profile,
    queueIds,
    support,
    homeCompanyId: companyId,
    companyId: worksIn.id,
    super: user.super,
    campaignsEnabled: worksIn.campaignsEnabled,
    overdueFrom: worksIn.overdueFrom,
  }
}

/** The company that a user works in: their own, or another one during support access. */
export async function workplaceOf(
  user: Pick<StoredUser, 'support'>,
  home: Company,
): Promise<{ worksIn: Company; support: SupportAccess | null }> {
  const support = supportOf(user, ports.now())
  const other = support && (await getCompany(tableOf(support.companyId)))
  // A company deleted meanwhile ends the access.
  return other ? { worksIn: other, support } : { worksIn: home, support: null }
}

/** Support access that has not expired. */
export const supportOf = ({ support }: Pick<StoredUser, 'support'>, now: number): SupportAccess | null =>
  support && now < Date.parse(support.until) ? support : null
