import type { Company } from '@recado/shared/companies/company'
import { companyKey } from '@recado/shared/companies/store'
import type { Actor } from '@recado/shared/sessions/session'
import { type SessionRow, sessionKey } from '@recado/shared/sessions/store'
import { type StoredUser, userKey } from '@recado/shared/users/store'
import { tableOf } from '../context.ts'
import { notSignedIn, verifyAccessToken } from './tokens.ts'

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

/** @throws DomainError 401 where this session is no longer the user's */
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
  if (session?.sid !== sid || !user || !company?.status) throw notSignedIn()
  const { name, profile } = user
  return {
    userId,
    companyId,
    sid,
    name,
    profile,
    super: user.super,
    campaignsEnabled: company.campaignsEnabled,
  }
}
