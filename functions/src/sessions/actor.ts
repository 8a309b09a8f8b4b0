import { type Company, isOutdated } from '@recado/shared/companies/company'
import { companyKey, getCompany } from '@recado/shared/companies/store'
import type { Actor, SupportAccess } from '@recado/shared/sessions/session'
import { type SessionRow, sessionKey } from '@recado/shared/sessions/store'
import { type StoredUser, userKey } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import { companyUpdated, notSignedIn, verifyAccessToken } from './tokens.ts'

/**
 * Who sends this Authorization header. Session, user and company are read consistently each time, so that a
 * replaced session, a changed role or a disabled company counts at once.
 * @throws DomainError 401 without a session, 403 with a token that has run out
 */
export async function actorOf(authorization: string | undefined): Promise<Actor> {
  const [, token] = /^Bearer ([\w.-]+)$/.exec(authorization ?? '') ?? []
  if (!token) throw notSignedIn()
  const { sub: userId, cid, sid } = await verifyAccessToken(token)
  return signedIn({ companyId: cid, userId, sid })
}

/** @throws DomainError 401 where this session is no longer the user's, or was opened before its company changed */
export async function signedIn({
  companyId,
  userId,
  sid,
}: {
  companyId: string
  userId: string
  sid: string
}): Promise<Actor> {
  const rows = await tableOf(companyId).getMany<Record<string, unknown>>([
    sessionKey(userId),
    userKey(userId),
    companyKey,
  ])
  const find = <T extends object>({ pk }: { pk: string }) =>
    rows.find((row) => row.pk === pk) as T | undefined
  const session = find<SessionRow>(sessionKey(userId))
  const user = find<StoredUser>(userKey(userId))
  const company = find<Company>(companyKey)
  if (session?.sid !== sid || !user || !company) throw notSignedIn()
  if (isOutdated(session, company)) throw companyUpdated()
  if (!company.status) throw notSignedIn()
  const { name, profile } = user
  const { worksIn, support } = await workplaceOf(user, company)
  return {
    userId,
    sid,
    name,
    profile,
    support,
    homeCompanyId: companyId,
    companyId: worksIn.id,
    super: user.super,
    campaignsEnabled: worksIn.campaignsEnabled,
    overdueFrom: worksIn.overdueFrom,
  }
}

/** The company that a user works in: their own, or, while they have access for support to it, another one. */
export async function workplaceOf(
  user: Pick<StoredUser, 'support'>,
  home: Company,
): Promise<{ worksIn: Company; support: SupportAccess | null }> {
  const support = supportOf(user, ports.now())
  const other = support && (await getCompany(tableOf(support.companyId)))
  // One that was deleted meanwhile keeps nobody.
  return other ? { worksIn: other, support } : { worksIn: home, support: null }
}

/** Access for support that still counts. */
export const supportOf = ({ support }: Pick<StoredUser, 'support'>, now: number): SupportAccess | null =>
  support && now < Date.parse(support.until) ? support : null
