import { type ShownUser, user } from '@recado/shared/users/user'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { findRecord, removeRecord, replaceRecord } from '../realtime/paged-cache.ts'
import { userKeys } from './keys.ts'
import { isLate, presence } from './presence.ts'

const written = z.object({ record: user })

/** Applies new, changed and deleted users, and their presence. */
export function applyUserEvent(client: QueryClient, { topic, action, frame }: LiveEvent): QueryKey[] {
  if (topic !== 'user') return []
  const changed = written.safeParse(frame)
  if (action === 'update' && changed.success) {
    replaceRecord<ShownUser>(client, userKeys.lists, changed.data.record)
    // Events of simultaneous changes may overtake each other, and a user's record has no version.
    client.invalidateQueries({ queryKey: userKeys.lists })
    client.invalidateQueries({ queryKey: userKeys.one(changed.data.record.id) })
  }
  // Support may see users, but gets no confidential part of an event.
  if (action === 'update' && !changed.success) client.invalidateQueries({ queryKey: userKeys.all })
  const present = presence.safeParse(frame)
  if (action === 'presence' && present.success) putPresence(client, present.data)
  const gone = deletion.safeParse(frame)
  if (action === 'delete' && gone.success) removeRecord(client, userKeys.lists, gone.data.id)
  if (action === 'create' || action === 'delete') client.invalidateQueries({ queryKey: userKeys.lists })
  // A new user may have accepted an invitation.
  if (action === 'create') client.invalidateQueries({ queryKey: userKeys.invitations })
  return [action === 'presence' ? userKeys.lists : userKeys.all]
}

function putPresence(client: QueryClient, told: z.infer<typeof presence>): void {
  const known = findRecord<ShownUser>(client, userKeys.lists, told.id)
  if (known && !isLate(told, known)) replaceRecord<ShownUser>(client, userKeys.lists, told)
}
