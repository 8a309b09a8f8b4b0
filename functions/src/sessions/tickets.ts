import { randomBytes } from 'node:crypto'
import type { Actor } from '@recado/shared/sessions/session'
import { ticketIndex } from '@recado/shared/table/indexes'
import { ports } from '../context.ts'
import { digestOf } from './one-time-token.ts'

/** A ticket opens one socket, within this time, in milliseconds. */
const TICKET_MS = 30_000

/** Only its digest is stored, so that the table opens no sockets. */
export async function createTicket(actor: Actor): Promise<{ t: string }> {
  const { companyId, homeCompanyId, userId, sid } = actor
  const t = randomBytes(24).toString('base64url')
  const goodUntil = ports.now() + TICKET_MS
  const expiresAt = Math.floor(goodUntil / 1000) + 60
  const owner = { companyId, homeCompanyId, userId, sid }
  await ports.table.put({ ...ticketIndex.key(digestOf(t)), ...owner, goodUntil, expiresAt })
  return { t }
}
