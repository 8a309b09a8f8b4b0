import { pageNewestFirst } from '../table/pages.ts'
import { type All, allRows, committed, deleteRow, type Key, partition, putRow } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Announcement, announcement } from './announcement.ts'

/** A stored announcement, a row of the platform. */
export type StoredAnnouncement = Announcement & {
  /** Raised with each change: a change applies only to the version that was read. */
  version: number
  /** Title and text in lower case. */
  searchText?: string
}

const PARTITION = partition<StoredAnnouncement>('ANNOUNCEMENTS')
const announcementKey = (id: string): Key<StoredAnnouncement> => ({ pk: PARTITION, sk: id })

export const getAnnouncement = (platform: TenantTable, id: string) => platform.get(announcementKey(id))

interface Wanted {
  /** In lower case; '' for any. */
  search: string
  /** Active or inactive ones; both if omitted. */
  status?: boolean | undefined
}

/** Newest first. */
export const pageOfAnnouncements = (
  platform: TenantTable,
  { before, limit, ...wanted }: Wanted & { before?: string | undefined; limit: number },
) => pageNewestFirst(platform, { pk: PARTITION, filter: filterOf(wanted), before, limit })

export async function countAnnouncements(platform: TenantTable, wanted: Wanted): Promise<number> {
  let count = 0
  for await (const _ of allRows(platform, { pk: PARTITION, filter: filterOf(wanted) })) count += 1
  return count
}

function filterOf({ search, status }: Wanted): All<StoredAnnouncement> | undefined {
  if (!search && status === undefined) return undefined
  return { ...(search && { searchText: { contains: search } }), ...(status !== undefined && { status }) }
}

export const putAnnouncement = (platform: TenantTable, stored: StoredAnnouncement) =>
  platform.transact([putRow(rowOf(stored), { pk: { exists: false } })])

/** Replaces an announcement. @returns false if it has changed since it was read */
export const replaceAnnouncement = (
  platform: TenantTable,
  { version }: StoredAnnouncement,
  stored: StoredAnnouncement,
): Promise<boolean> =>
  committed(platform.transact([putRow({ ...rowOf(stored), version: version + 1 }, { version })]))

/** @returns false if it has changed since it was read */
export const deleteAnnouncement = (
  platform: TenantTable,
  { id, version }: StoredAnnouncement,
): Promise<boolean> => committed(platform.transact([deleteRow(announcementKey(id), { version })]))

const rowOf = (stored: StoredAnnouncement) => ({
  ...stored,
  ...announcementKey(stored.id),
  searchText: `${stored.title}\n${stored.text}`.toLowerCase(),
})

/** An announcement as the API shows it; other attributes of the row stay internal. */
export const announcementOf = (stored: StoredAnnouncement): Announcement => announcement.parse(stored)
