import { DomainError } from '@recado/shared/errors'
import type { Rate } from '@recado/shared/http/contract'
import type { Actor } from '@recado/shared/sessions/session'
import { countInWindow } from '@recado/shared/table/window'
import { ports, tableOf } from '../context.ts'

const LENGTH_MS = 10 * 60_000

/** How often one user, and everybody of a company together, may do what costs much, in ten minutes. */
const LIMITS: Record<Rate, { user: number; company: number }> = {
  exports: { user: 60, company: 200 },
  starts: { user: 60, company: 200 },
}

/** @throws DomainError ERR_TOO_MANY_REQUESTS with when to try again */
export async function countCall(rate: Rate, { userId, companyId }: Actor): Promise<void> {
  const { user, company } = LIMITS[rate]
  await count(companyId, `${rate}#${userId}`, user)
  await count(companyId, rate, company)
}

async function count(companyId: string, sk: string, limit: number): Promise<void> {
  const now = ports.now()
  const window = { limit, lengthMs: LENGTH_MS }
  const fullUntil = await countInWindow(tableOf(companyId), { pk: 'RATES', sk }, window, now)
  if (fullUntil === undefined) return
  const retryAfter = Math.max(1, Math.ceil((fullUntil - now) / 1000))
  const message = 'Too many requests of this kind. Try again later.'
  throw new DomainError('too-many-requests', 'ERR_TOO_MANY_REQUESTS', message, { retryAfter })
}
