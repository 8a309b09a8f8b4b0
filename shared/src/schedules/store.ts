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
import { type StoredSchedule, scheduleFileKey } from './stored-schedule.ts'

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
function rowsOf({ id, userId, status, contactId, sendAt, sentAt }: StoredSchedule): ListRow[] {
  const card = { id, userId, status }
  const row = (list: string, at: string) => listRow(SCHEDULES_BY, `${list}#${at}#${id}`, card)
  return [row(ALL, sendAt), row(ofStatus(status), sentAt ?? sendAt), row(ofContact(contactId), sendAt)]
}

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
export interface ScheduleFilter {
  status?: ScheduleStatus | undefined
  contactId?: string | undefined
  userId?: string | undefined
  /** ISO 8601: from this moment on, and before that one. */
  from?: string | undefined
  to?: string | undefined
}

/** A page of schedules: soonest first; without a range of time, those that are over latest first. */
export async function pageOfSchedules(
  table: TenantTable,
  { status, contactId, userId, from, to }: ScheduleFilter,
  after: string | undefined,
  limit: number,
): Promise<{ rows: StoredSchedule[]; after?: string }> {
  const list = contactId ? ofContact(contactId) : status ? ofStatus(status) : ALL
  const filter = {
    ...(userId && { userId }),
    // The list of a contact has all statuses.
    ...(contactId && status && { status }),
  }
  const range =
    from || to
      ? { upTo: `${list}#${to ?? '~'}`, after: after ?? `${list}#${from ?? ''}` }
      : { prefix: `${list}#`, after, descending: status === 'ENVIADA' || status === 'ERRO' }
  const { rows, ...end } = await pageOfPartition(table, {
    pk: SCHEDULES_BY,
    ...range,
    ...(Object.keys(filter).length > 0 && { filter }),
    limit,
    consistent: true,
  })
  const found = await entitiesOf(table, rows, scheduleKey)
  return { rows: found.map(withoutKey), ...end }
}

/** All schedules of a contact. */
export const schedulesOfContact = (table: TenantTable, contactId: string): AsyncGenerator<StoredSchedule> =>
  schedulesIn(table, { prefix: `${ofContact(contactId)}#` })

/** The schedules of a status whose time was before a moment (ISO 8601). */
export const schedulesBefore = (
  table: TenantTable,
  status: ScheduleStatus,
  at: string,
): AsyncGenerator<StoredSchedule> =>
  schedulesIn(table, { after: `${ofStatus(status)}#`, upTo: `${ofStatus(status)}#${at}` })

async function* schedulesIn(
  table: TenantTable,
  range: { prefix: string } | { after: string; upTo: string },
): AsyncGenerator<StoredSchedule> {
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
      if (schedule.media) await forgetFile(scheduleFileKey(table.companyId, schedule.media.mediaId))
      return (await writeSchedule(table, schedule, undefined)) ? undefined : AGAIN
    },
  )

/** The pace of a connection's schedules. Moments are milliseconds since 1970. */
interface Pace {
  /** The next turn that nobody has. */
  nextAt?: number
  /** When the last one left. */
  leftAt?: number
}
export const paceKey = (connectionId: string): Key<Pace> => ({
  pk: partition<Pace>('SCHEDULE-PACE'),
  sk: connectionId,
})

/** A schedule as users see it. @param contact undefined if it was deleted */
export const scheduleOf = (
  stored: StoredSchedule,
  contact: { name: string; number: string | null } | undefined,
): Schedule =>
  schedule.parse({ ...stored, contact: contact ? { name: contact.name, number: contact.number } : null })
