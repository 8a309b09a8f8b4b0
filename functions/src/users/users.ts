import { hasPermission } from '@recado/shared/access'
import { DomainError, notFound } from '@recado/shared/errors'
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

const byName = new Intl.Collator('pt-BR', { sensitivity: 'base' })

/** @param companyId another company's is for operators alone, which `serve` sees to */
export async function list(
  actor: Actor,
  { companyId = actor.companyId }: { companyId?: string | undefined },
) {
  await requireCompany(actor, companyId)
  const users = await allUsers(tableOf(companyId))
  return users.sort((a, b) => byName.compare(a.name, b.name))
}

/**
 * @param named another company than the caller's: operators alone
 * @throws DomainError ERR_NO_USER_FOUND, ERR_NO_COMPANY_FOUND; ERR_NO_PERMISSION where somebody else is looked at without
 * leave
 */
export async function get(actor: Actor, userId: string, named?: string): Promise<ShownUser> {
  const companyId = await companyToReach(actor, userId, named)
  const user = await stored(companyId, userId)
  requireMaySee(actor, userId)
  return shownUser(companyId, user)
}

/** Where a user is looked for: one's own account is at home, wherever one works. */
const companyOf = ({ userId, homeCompanyId, companyId }: Actor, wanted: string): string =>
  wanted === userId ? homeCompanyId : companyId

/**
 * The company in which a call reaches a user. An operator names another one than their own.
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

export async function stored(companyId: string, userId: string): Promise<StoredUser> {
  const user = await getUser(tableOf(companyId), userId)
  if (!user) throw notFound('ERR_NO_USER_FOUND')
  return user
}

/** Everybody may see themselves; others are for admins. */
export function requireMaySee(actor: Actor, userId: string): void {
  if (userId !== actor.userId && !hasPermission(actor.profile, 'drawer-admin-items:view'))
    throw notPermitted()
}

export const notPermitted = () =>
  new DomainError('forbidden', 'ERR_NO_PERMISSION', 'You are not permitted to do this')
