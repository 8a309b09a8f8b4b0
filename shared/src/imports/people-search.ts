import { hasPermission, type Profile } from '../access.ts'
import { type Ports, tenantOf } from '../ports/ports.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Viewer, viewerOf } from '../tickets/rules/sight.ts'
import { getUser, type StoredUser } from '../users/store.ts'
import type { DeskFilter } from './desk-filter.ts'

/** The people that an import finds before it imports them. At most 8 KB: the schema of the filter bounds it. */
export interface PeopleSearch {
  filter: DeskFilter
  /** The user who began the import, in their own company: another one during access for support. */
  by: { companyId: string; userId: string }
  /** The files of the search have S3 keys below this one. */
  uploadKey: string
}

/** Whether a user may make a list of these people. Only admins export contacts. */
export const maySearch = (profile: Profile, { from }: DeskFilter): boolean =>
  from !== 'contacts' || hasPermission(profile, 'drawer-admin-items:view')

/**
 * The user who began a search, with their rights of now: a right that was withdrawn since the call counts no more.
 * @returns undefined if the user may not search any more, because of their profile, their deletion, or the end of
 * access for support
 */
export async function searcherOf(
  ports: Pick<Ports, 'table' | 'now'>,
  { companyId }: TenantTable,
  { filter, by }: PeopleSearch,
): Promise<Viewer | undefined> {
  const user = await getUser(tenantOf(ports, by.companyId), by.userId)
  if (!user || !maySearch(user.profile, filter)) return undefined
  if (by.companyId !== companyId && !supports(user, companyId, ports.now())) return undefined
  return viewerOf(by.userId, user)
}

/** Whether a user of another company may still make changes in this one. */
const supports = ({ support }: StoredUser, companyId: string, now: number): boolean =>
  support?.companyId === companyId && support.mayChange && now < Date.parse(support.until)
