import { type Connection, connection } from '@recado/shared/connections/connection'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { connectionKeys } from './keys.ts'

const written = z.object({ record: connection })

/**
 * `whatsapp` carries changes by users, `whatsappSession` the QR code and the status. Both carry the whole record.
 * A connection shows the names of its queues, so `queue` has the connections fetched again.
 */
export function applyConnectionEvent(client: QueryClient, { topic, action, frame }: LiveEvent): void {
  if (topic === 'queue') client.invalidateQueries({ queryKey: connectionKeys.list })
  if (topic !== 'whatsapp' && topic !== 'whatsappSession') return
  if (action === 'delete') {
    const event = deletion.safeParse(frame)
    if (event.success) remove(client, event.data.id)
    return
  }
  const event = written.safeParse(frame)
  if (event.success) put(client, event.data.record)
}

function put(client: QueryClient, record: Connection): void {
  client.setQueryData<Connection>(connectionKeys.one(record.id), record)
  client.setQueryData<Connection[]>(connectionKeys.list, (known) => {
    if (!known) return known
    const isKnown = known.some(({ id }) => id === record.id)
    return isKnown ? known.map((one) => (one.id === record.id ? record : one)) : [...known, record]
  })
}

function remove(client: QueryClient, id: string): void {
  client.removeQueries({ queryKey: connectionKeys.one(id) })
  client.setQueryData<Connection[]>(connectionKeys.list, (known) => known?.filter((one) => one.id !== id))
}
