import { randomBytes } from 'node:crypto'
import type { Actor } from '@recado/shared/sessions/session'
import { ticketIndex } from '@recado/shared/table/indexes'
import { ports } from '../context.ts'
import { digestOf } from '../credentials/one-time-token.ts'

/** Lifetime of a ticket, which opens one socket, in milliseconds. */
const TICKET_MS = 30_000

/** Creates a ticket. Only its digest is stored, so a reader of the table cannot open sockets. */
export async function createTicket(actor: Actor): Promise<{ t: string }> {
  const { companyId, homeCompanyId, userId, sid } = actor
  const t = randomBytes(24).toString('base64url')
  const goodUntil = ports.now() + TICKET_MS
  const expiresAt = Math.floor(goodUntil / 1000) + 60
  const owner = { companyId, homeCompanyId, userId, sid }
  await ports.table.put({ ...ticketIndex.key(digestOf(t)), ...owner, goodUntil, expiresAt })
  return { t }
}
