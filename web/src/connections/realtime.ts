import { type Connection, connection } from '@recado/shared/connections/connection'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { DELETED, lostAt, rememberLoss } from '../realtime/losses.ts'
import { connectionKeys } from './keys.ts'
import { applyToUnfinished } from './unfinished-campaigns.ts'

const written = z.object({ record: connection })

/**
 * `whatsapp` carries changes by users, `whatsappSession` the QR code and the status. Both carry the whole record.
 * `campaign` changes which campaigns need a connection. A connection shows the names of its queues, so `queue` has the connections fetched again.
 */
export function applyConnectionEvent(client: QueryClient, event: LiveEvent): QueryKey[] {
  const { topic, action, frame } = event
  if (topic === 'campaign') {
    applyToUnfinished(client, event)
    return action === 'updateShipping' ? [] : [connectionKeys.unfinishedCampaigns]
  }
  if (topic === 'queue') {
    client.invalidateQueries({ queryKey: connectionKeys.list })
    return [connectionKeys.list]
  }
  if (topic !== 'whatsapp' && topic !== 'whatsappSession') return []
  if (action === 'delete') {
    const gone = deletion.safeParse(frame)
    if (gone.success) remove(client, gone.data.id)
    return [connectionKeys.list]
  }
  const changed = written.safeParse(frame)
  if (!changed.success) return []
  put(client, changed.data.record)
  return [connectionKeys.list, connectionKeys.one(changed.data.record.id)]
}

function put(client: QueryClient, record: Connection): void {
  if (lostAt(client, record.id) !== undefined) return
  client.setQueryData<Connection>(connectionKeys.one(record.id), (known) => newerOf(record, known))
  client.setQueryData<Connection[]>(connectionKeys.list, (known) => {
    if (!known) return known
    const isKnown = known.some(({ id }) => id === record.id)
    return isKnown
      ? known.map((one) => (one.id === record.id ? newerOf(record, one) : one))
      : [...known, record]
  })
}

/** Events may overtake each other (ADR 27): a late one does not take a connection back to an older status. */
const newerOf = (told: Connection, known: Connection | undefined): Connection =>
  known && told.updatedAt < known.updatedAt ? known : told

function remove(client: QueryClient, id: string): void {
  rememberLoss(client, id, DELETED)
  client.removeQueries({ queryKey: connectionKeys.one(id) })
  client.setQueryData<Connection[]>(connectionKeys.list, (known) => known?.filter((one) => one.id !== id))
}
