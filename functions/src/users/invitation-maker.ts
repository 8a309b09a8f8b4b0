import { hasPermission } from '@recado/shared/access'
import type { Write } from '@recado/shared/table/table'
import type { StoredInvitation } from '@recado/shared/users/invitation-store'
import { getUser, requireProfile } from '@recado/shared/users/store'
import { tableOf } from '../context.ts'

/**
 * Checks that an invitation's maker may still invite: as an admin of the company, or as an operator of another one.
 * @returns conditions for the transaction that takes the invitation up; undefined if the maker was deleted, or may no
 * longer invite. An invitation of earlier code names no maker, and needs none.
 */
export async function conditionsForMaker(
  { by }: StoredInvitation,
  companyId: string,
): Promise<Write[] | undefined> {
  if (!by) return []
  const maker = await getUser(tableOf(by.companyId), by.userId)
  const isOurs = by.companyId === companyId
  if (!maker || !hasPermission(maker.profile, 'drawer-admin-items:view')) return undefined
  if (isOurs) return [requireProfile(maker.id, maker.profile)]
  // A transaction holds rows of one company, so an operator's row cannot be a condition of it.
  return maker.super ? [] : undefined
}
