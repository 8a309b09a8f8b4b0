import { contact } from '@recado/shared/contacts/contact'
import { type Schedule, schedule } from '@recado/shared/schedules/schedule'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { findRecord, removeRecord, updatePages } from '../realtime/paged-cache.ts'
import { scheduleKeys } from './keys.ts'
import { isListed, momentOf, scheduleFilter } from './schedule-filter.ts'

const written = z.object({ record: schedule })
const writtenContact = z.object({ record: contact.pick({ id: true, name: true, number: true }) })

/** Applies new, changed and deleted schedules, and new names of their contacts. */
export function applyScheduleEvent(client: QueryClient, { topic, action, frame }: LiveEvent): QueryKey[] {
  if (topic === 'schedule') {
    const told = written.safeParse(frame)
    if (told.success) putSchedule(client, told.data.record)
    const gone = deletion.safeParse(frame)
    if (action === 'delete' && gone.success) removeRecord(client, scheduleKeys.lists, gone.data.id)
    return [scheduleKeys.all]
  }
  if (topic !== 'contact' || !['update', 'delete', 'reload'].includes(action)) return []
  const named = writtenContact.safeParse(frame)
  if (action === 'update' && named.success) nameContact(client, named.data.record)
  // The contact of a schedule may be gone, or may be merged into another one.
  if (action !== 'update') client.invalidateQueries({ queryKey: scheduleKeys.all })
  return [scheduleKeys.all]
}

/** Shows a schedule in each list where it belongs, and takes it out of the others. If it looks older, the server decides. */
function putSchedule(client: QueryClient, record: Schedule): void {
  const knowns = [
    client.getQueryData<Schedule>(scheduleKeys.one(record.id)),
    findRecord<Schedule>(client, scheduleKeys.lists, record.id),
  ]
  if (knowns.some((known) => known && known.updatedAt > record.updatedAt)) {
    client.invalidateQueries({ queryKey: scheduleKeys.all })
    return
  }
  client.setQueryData<Schedule>(scheduleKeys.one(record.id), (known) => known && record)
  for (const [key] of client.getQueriesData({ queryKey: scheduleKeys.lists })) {
    const filter = scheduleFilter.safeParse(key.at(-1))
    if (!filter.success) continue
    const shown = findRecord<Schedule>(client, key, record.id)
    if (!isListed(record, filter.data)) removeRecord(client, key, record.id)
    // Its place in the list is known to the server.
    else if (!shown || momentOf(shown) !== momentOf(record))
      client.invalidateQueries({ queryKey: key, exact: true })
    else
      updatePages<Schedule>(client, key, (records) =>
        records.map((known) => (known.id === record.id ? record : known)),
      )
  }
}

function nameContact(
  client: QueryClient,
  { id, name, number }: { id: string; name: string; number: string | null },
): void {
  updatePages<Schedule>(client, scheduleKeys.lists, (records) =>
    records.map((known) => (known.contactId === id ? { ...known, contact: { name, number } } : known)),
  )
}
