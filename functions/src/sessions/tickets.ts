import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '@recado/shared/sessions/session'
import { ticketIndex } from '@recado/shared/table/indexes'
import { ports } from '../context.ts'

/** A ticket opens one socket, within this time, in milliseconds. */
const TICKET_MS = 30_000

/** Only its digest is stored, so that the table opens no sockets. */
export async function createTicket({ companyId, userId, sid }: Actor): Promise<{ t: string }> {
  const t = randomBytes(24).toString('base64url')
  const goodUntil = ports.now() + TICKET_MS
  const expiresAt = Math.floor(goodUntil / 1000) + 60
  await ports.table.put({ ...ticketIndex.key(digestOf(t)), companyId, userId, sid, goodUntil, expiresAt })
  return { t }
}

export const digestOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url')
