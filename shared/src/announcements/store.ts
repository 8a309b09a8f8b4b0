import { pageNewestFirst } from '../table/newest-first.ts'
import { type All, allRows, committed, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Announcement, announcement } from './announcement.ts'

/** What is stored of an announcement, among the platform's own rows. */
export type StoredAnnouncement = Announcement & {
  /** Raised with each change: a change is made to what was read. */
  version: number
}

const PARTITION = 'ANNOUNCEMENTS'
const announcementKey = (id: string): Key => ({ pk: PARTITION, sk: id })

export const getAnnouncement = (platform: TenantTable, id: string) =>
  platform.get<StoredAnnouncement>(announcementKey(id))

interface Wanted {
  /** In lower case; '' for any. */
  search: string
  /** Active ones, or the others; both where it is left out. */
  status?: boolean | undefined
}

/** Newest first. */
export const pageOfAnnouncements = (
  platform: TenantTable,
  { before, limit, ...wanted }: Wanted & { before?: string | undefined; limit: number },
) => pageNewestFirst<StoredAnnouncement>(platform, { pk: PARTITION, filter: filterOf(wanted), before, limit })

export async function countAnnouncements(platform: TenantTable, wanted: Wanted): Promise<number> {
  let count = 0
  for await (const _ of allRows(platform, { pk: PARTITION, filter: filterOf(wanted) })) count += 1
  return count
}

const filterOf = ({ search, status }: Wanted): All => ({
  searchText: search ? { contains: search } : { exists: true },
  ...(status !== undefined && { status }),
})

export const putAnnouncement = (platform: TenantTable, stored: StoredAnnouncement) =>
  platform.put(rowOf(stored), { pk: { exists: false } })

/** Writes an announcement anew. @returns false where it is not any more what was read */
export const replaceAnnouncement = (
  platform: TenantTable,
  { version }: StoredAnnouncement,
  stored: StoredAnnouncement,
): Promise<boolean> => committed(platform.put({ ...rowOf(stored), version: version + 1 }, { version }))

/** @returns false where it is not any more what was read */
export const deleteAnnouncement = (
  platform: TenantTable,
  { id, version }: StoredAnnouncement,
): Promise<boolean> => committed(platform.delete(announcementKey(id), { version }))

const rowOf = (stored: StoredAnnouncement) => ({
  ...stored,
  ...announcementKey(stored.id),
  searchText: `${stored.title}\n${stored.text}`.toLowerCase(),
})

/** An announcement as it is shown; what else stands in its row stays there. */
export const announcementOf = (stored: StoredAnnouncement): Announcement => announcement.parse(stored)
