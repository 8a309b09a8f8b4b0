import { firstOf } from '../first-of.ts'
import { deskDueIndex } from '../table/indexes.ts'
import { entitiesOf, type Listed, type ListRow, listRow, listWrites } from '../table/list-rows.ts'
import { pageOfPartition } from '../table/pages.ts'
import { AGAIN, retrying } from '../table/retrying.ts'
import {
  allRows,
  committed,
  deleteRow,
  type Key,
  partition,
  putRow,
  type Row,
  type Write,
} from '../table/table.ts'
import type { IndexWrite, TenantTable } from '../table/tenant.ts'
import { type Schedule, type ScheduleStatus, schedule } from './schedule.ts'
import { type StoredSchedule, scheduleFileKeys } from './stored-schedule.ts'

const SCHEDULES = partition<StoredSchedule>('SCHEDULES')
/** The schedules by their time: all, by status and by contact. */
const SCHEDULES_BY = partition<ScheduleCard>('SCHEDULES-BY')

/** What lists are filtered by. */
interface ScheduleCard extends Listed {
  userId: string
  status: ScheduleStatus
}

export const scheduleKey = (scheduleId: string): Key<StoredSchedule> => ({ pk: SCHEDULES, sk: scheduleId })

const ALL = 'all'
const ofStatus = (status: ScheduleStatus): string => `status#${status}`
const ofContact = (contactId: string): string => `contact#${contactId}`

/** A schedule stands in three lists. Sent ones stand at the time when they were sent. */
function rowsOf(schedule: StoredSchedule): ListRow[] {
  const { id, userId, status, contactId } = schedule
  const card = { id, userId, status }
  const row = (list: string, isByStatus: boolean) =>
    listRow(SCHEDULES_BY, `${list}#${placeIn(schedule, isByStatus)}`, card)
  return [row(ALL, false), row(ofStatus(status), true), row(ofContact(contactId), false)]
}

const placeIn = ({ id, sendAt, sentAt }: StoredSchedule, isByStatus: boolean): string =>
  `${(isByStatus && sentAt) || sendAt}#${id}`

/** The place of a schedule in its list: the next page begins behind it. */
export const placeOf = (schedule: StoredSchedule, { status, contactIds }: SchedulesShown): string =>
  placeIn(schedule, status !== undefined && !contactIds)

/**
 * The writes of a schedule with its lists and its row among what is due. The first of them fails if it changed since it
 * was read.
 * @param before as it was read, undefined for a new one
 * @param after undefined for a deleted one
 */
export function scheduleWrites(
  table: TenantTable,
  before: StoredSchedule | undefined,
  after: StoredSchedule | undefined,
): (Write | IndexWrite)[] {
  const { companyId } = table
  const id = (after ?? before)?.id ?? ''
  const asRead = before ? { revision: before.revision } : ({ pk: { exists: false } } as const)
  const moved = before?.dueAt !== after?.dueAt
  return [
    after
      ? putRow({ ...after, revision: (before?.revision ?? 0) + 1, ...scheduleKey(id) }, asRead)
      : deleteRow(scheduleKey(id), asRead),
    ...listWrites({ rowsOf }, before, after),
    ...(moved && before?.dueAt ? [{ index: deskDueIndex.delete(before.dueAt, companyId, id) }] : []),
    ...(moved && after?.dueAt ? [{ index: deskDueIndex.putSchedule(after.dueAt, companyId, id) }] : []),
  ]
}

/** @returns false if the schedule changed since it was read */
export const writeSchedule = (
  table: TenantTable,
  before: StoredSchedule | undefined,
  after: StoredSchedule | undefined,
): Promise<boolean> => committed(table.transact(scheduleWrites(table, before, after)))

export async function getSchedule(
  table: TenantTable,
  scheduleId: string,
): Promise<StoredSchedule | undefined> {
  const row = await table.get(scheduleKey(scheduleId))
  return row && withoutKey(row)
}

function withoutKey(row: Row<StoredSchedule>): StoredSchedule {
  const { pk: _, sk: __, ...stored } = row
  return stored
}

/** Which schedules a page shows. */
export interface SchedulesShown {
  status?: ScheduleStatus | undefined
  /** A contact with all that was merged into it. */
  contactIds?: readonly string[] | undefined
  userId?: string | undefined
  /** ISO 8601: from this moment on, and before that one. */
  from?: string | undefined
  to?: string | undefined
}

/**
 * A page of schedules: soonest first; without a range of time, those that are over latest first.
 * @param position the place of the last schedule of the page before: its moment and its id
 */
export async function pageOfSchedules(
  table: TenantTable,
  shown: SchedulesShown,
  position: string | undefined,
  limit: number,
): Promise<{ rows: StoredSchedule[]; after?: string }> {
  const { status, contactIds } = shown
  const lists = contactIds ? contactIds.map(ofContact) : [status ? ofStatus(status) : ALL]
  const pages = await Promise.all(lists.map((list) => pageOfList(table, list, shown, position, limit)))
  const cards = pages
    .flatMap(({ cards }) => cards)
    .sort((one, other) => (one.place < other.place === isLatestFirst(shown) ? 1 : -1))
  const first = firstOf(cards, limit)
  const isMore = cards.length > limit || pages.some(({ hasMore }) => hasMore)
  const found = await entitiesOf(table, first, scheduleKey)
  return { rows: found.map(withoutKey), ...(isMore && { after: first.at(-1)?.place ?? '' }) }
}

const isLatestFirst = ({ status, from, to }: SchedulesShown): boolean =>
  !from && !to && (status === 'ENVIADA' || status === 'ERRO')

/** A page of one list. A place is a moment and an id, alike in each list that a schedule stands in. */
async function pageOfList(
  table: TenantTable,
  list: string,
  shown: SchedulesShown,
  position: string | undefined,
  limit: number,
): Promise<{ cards: (Listed & { place: string })[]; hasMore: boolean }> {
  const { status, contactIds, userId, from, to } = shown
  const filter = {
    ...(userId && { userId }),
    // The list of a contact has all statuses.
    ...(contactIds && status && { status }),
  }
  const prefix = `${list}#`
  const after = position === undefined ? undefined : `${prefix}${position}`
  const range =
    from || to
      ? { upTo: `${prefix}${to ?? '~'}`, after: after ?? `${prefix}${from ?? ''}` }
      : { prefix, after, descending: isLatestFirst(shown) }
  const { rows, after: more } = await pageOfPartition(table, {
    pk: SCHEDULES_BY,
    ...range,
    ...(Object.keys(filter).length > 0 && { filter }),
    limit,
    consistent: true,
  })
  const cards = rows.map(({ id, sk }) => ({ id, place: sk.slice(prefix.length) }))
  return { cards, hasMore: more !== undefined }
}

/** All schedules in no order. */
export async function* allSchedules(table: TenantTable): AsyncGenerator<StoredSchedule> {
  for await (const row of allRows(table, { pk: SCHEDULES, consistent: true })) yield withoutKey(row)
}

/** The schedules of a status whose time was before a moment (ISO 8601). */
export async function* schedulesBefore(
  table: TenantTable,
  status: ScheduleStatus,
  at: string,
): AsyncGenerator<StoredSchedule> {
  const range = { after: `${ofStatus(status)}#`, upTo: `${ofStatus(status)}#${at}` }
  for await (const { id } of allRows(table, { pk: SCHEDULES_BY, ...range, consistent: true })) {
    const found = await getSchedule(table, id)
    if (found) yield found
  }
}

/** Deletes a schedule with its file, whatever becomes of it meanwhile. @param forgetFile deletes a file by its key */
export const forgetSchedule = (
  table: TenantTable,
  { id }: StoredSchedule,
  forgetFile: (key: string) => Promise<void>,
): Promise<void> =>
  retrying(
    table,
    () => getSchedule(table, id),
    async (schedule) => {
      if (!schedule) return
      // Before the row, which a repeated call finds it by.
      for (const key of scheduleFileKeys(schedule)) await forgetFile(key)
      return (await writeSchedule(table, schedule, undefined)) ? undefined : AGAIN
    },
  )

/**
 * Keeps a schedule from leaving, so that its file can be deleted before its row.
 * @returns the schedule as it is stored then; undefined if it changed since it was read
 */
export async function holdBack(
  table: TenantTable,
  schedule: StoredSchedule,
): Promise<StoredSchedule | undefined> {
  const held = { ...schedule, dueAt: null }
  if (!(await writeSchedule(table, schedule, held))) return undefined
  return { ...held, revision: schedule.revision + 1 }
}

/** The pace of a connection's schedules. Moments are milliseconds since 1970. */
interface Pace {
  /** The next free turn. */
  nextAt?: number
  /** When the last one left. */
  leftAt?: number
}
export const paceKey = (connectionId: string): Key<Pace> => ({
  pk: partition<Pace>('SCHEDULE-PACE'),
  sk: connectionId,
})

/**
 * A schedule as users see it.
 * @param contact the one that its contact was merged into, if it was; undefined if it was deleted
 */
export const scheduleOf = (
  stored: StoredSchedule,
  contact: { id: string; name: string; number: string | null } | undefined,
): Schedule =>
  schedule.parse({
    ...stored,
    contactId: contact?.id ?? stored.contactId,
    contact: contact ? { name: contact.name, number: contact.number } : null,
  })
