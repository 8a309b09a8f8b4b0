import { hasPermission } from '@recado/shared/access'
import { byName } from '@recado/shared/by-name'
import { notFound, notPermitted } from '@recado/shared/errors/errors'
import type { PageQuery } from '@recado/shared/http/paging'
import type { Actor } from '@recado/shared/sessions/session'
import { allUsers, countUsers, getUser, pageOfUsers, type StoredUser } from '@recado/shared/users/store'
import type { ShownUser } from '@recado/shared/users/user'
import { tableOf } from '../context.ts'
import { pageOf } from '../http/pages.ts'
import { requireCompany } from './company.ts'
import { shownUser, shownUsers } from './shown.ts'

export async function page({ companyId }: Actor, query: PageQuery) {
  const table = tableOf(companyId)
  const search = query.searchParam ?? ''
  const [{ rows, ...end }, count] = await Promise.all([
    pageOf([companyId, 'users', search], query, (before, limit) =>
      pageOfUsers(table, { search, before, limit }),
    ),
    countUsers(table, { search }),
  ])
  return { users: await shownUsers(companyId, rows), count, ...end }
}

/** @param companyId another company is for operators only, which `serve` checks */
export async function list(
  actor: Actor,
  { companyId = actor.companyId }: { companyId?: string | undefined },
) {
  await requireCompany(actor, companyId)
  const users = await allUsers(tableOf(companyId))
  return users.sort(byName)
}

/**
 * @param named a company other than the caller's, for operators only
 * @throws DomainError ERR_NO_USER_FOUND, ERR_NO_COMPANY_FOUND; ERR_NO_PERMISSION when the caller may not see this
 * user
 */
export async function get(actor: Actor, userId: string, named?: string): Promise<ShownUser> {
  const companyId = await companyToReach(actor, userId, named)
  const user = await requireUser(companyId, userId)
  requireMaySee(actor, userId)
  return shownUser(companyId, user)
}

/** The company to find a user in: the home company for the caller's own account, else the one they work in. */
const companyOf = ({ userId, homeCompanyId, companyId }: Actor, wanted: string): string =>
  wanted === userId ? homeCompanyId : companyId

/**
 * The company in which a call reaches a user. Operators may name another one.
 * @throws DomainError ERR_NO_COMPANY_FOUND
 */
export async function companyToReach(
  actor: Actor,
  userId: string,
  named: string | undefined,
): Promise<string> {
  const usual = companyOf(actor, userId)
  if (named === undefined || named === usual) return usual
  if (!actor.super) throw notFound('ERR_NO_COMPANY_FOUND')
  await requireCompany(actor, named)
  return named
}

export async function requireUser(companyId: string, userId: string): Promise<StoredUser> {
  const user = await getUser(tableOf(companyId), userId)
  if (!user) throw notFound('ERR_NO_USER_FOUND')
  return user
}

/** Users may see themselves. Only admins see others. */
export function requireMaySee(actor: Actor, userId: string): void {
  if (userId !== actor.userId && !hasPermission(actor.profile, 'drawer-admin-items:view'))
    throw notPermitted()
}
