import { type Announcement, announcement } from '@recado/shared/announcements/announcement'
import { firstOf } from '@recado/shared/first-of'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { lostAt, rememberLoss } from '../realtime/losses.ts'
import { findRecord, removeRecord, updatePages } from '../realtime/paged-cache.ts'
import { announcementKeys } from './keys.ts'

const written = z.object({ record: announcement })
/** It was deleted, or is inactive. Servers of older versions do not say when. */
const ended = deletion.extend({ updatedAt: z.string().optional() })

/**
 * Applies an announcement event. All users get it at the same moment, so the bell takes the record from the event
 * instead of asking the server.
 */
export function applyAnnouncementEvent(client: QueryClient, { topic, action, frame }: LiveEvent): QueryKey[] {
  if (topic !== 'announcement') return []
  const told = written.safeParse(frame)
  const gone = ended.safeParse(frame)
  if (told.success) {
    putIntoBell(client, told.data.record)
    // A bell that could not load its announcements has no list for the record.
    client.invalidateQueries({
      queryKey: announcementKeys.bell,
      predicate: ({ state }) => state.data === undefined,
    })
    client.invalidateQueries({ queryKey: announcementKeys.one(told.data.record.id) })
  }
  if (action === 'delete' && gone.success) takeFromBell(client, gone.data)
  client.invalidateQueries({ queryKey: announcementKeys.lists })
  const ones = told.success ? [announcementKeys.one(told.data.record.id)] : []
  return [announcementKeys.lists, announcementKeys.bell, ...ones]
}

/** Inserts the record by its id, unless a later change of it was applied. Newer announcements have greater ids. */
function putIntoBell(client: QueryClient, record: Announcement): void {
  const known = findRecord<Announcement>(client, announcementKeys.bell, record.id)
  if (known && known.updatedAt > record.updatedAt) return
  const lost = lostAt<string>(client, record.id)
  if (lost !== undefined && lost > record.updatedAt) return
  let isPlaced = false
  updatePages<Announcement>(client, announcementKeys.bell, (records) => {
    const others = records.filter(({ id }) => id !== record.id)
    const at = others.findIndex(({ id }) => id < record.id)
    if (isPlaced || (at < 0 && others.length > 0)) return others
    isPlaced = true
    return [...firstOf(others, Math.max(at, 0)), record, ...others.slice(Math.max(at, 0))]
  })
}

/** Removes the announcement, unless a later change of it is there. */
function takeFromBell(client: QueryClient, { id, updatedAt }: z.infer<typeof ended>): void {
  if (updatedAt !== undefined) {
    const known = findRecord<Announcement>(client, announcementKeys.bell, id)
    if (known && known.updatedAt > updatedAt) return
    rememberLoss(client, id, updatedAt)
  }
  removeRecord(client, announcementKeys.bell, id)
}
