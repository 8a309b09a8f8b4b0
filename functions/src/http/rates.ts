import { DomainError } from '@recado/shared/errors'
import { limitOf, type Rate } from '@recado/shared/http/limits'
import type { Actor } from '@recado/shared/sessions/session'
import { countInWindow, type Window } from '@recado/shared/table/window'
import { ports, tableOf } from '../context.ts'

/** @throws DomainError ERR_TOO_MANY_REQUESTS with when to try again */
export async function countCall(rate: Rate, { userId, companyId }: Actor): Promise<void> {
  const { user, company, windowMs: lengthMs } = limitOf(rate)
  if (user !== undefined) await count(companyId, `${rate}#${userId}`, { limit: user, lengthMs })
  await count(companyId, rate, { limit: company, lengthMs })
}

/** Counts one of a kind within a company. @param sk names the kind. @throws as `countCall` */
export async function count(companyId: string, sk: string, window: Window): Promise<void> {
  const now = ports.now()
  const fullUntil = await countInWindow(tableOf(companyId), { pk: 'RATES', sk }, window, now)
  if (fullUntil === undefined) return
  const retryAfter = Math.max(1, Math.ceil((fullUntil - now) / 1000))
  const message = 'Too many requests of this kind. Try again later.'
  throw new DomainError('too-many-requests', 'ERR_TOO_MANY_REQUESTS', message, { retryAfter })
}
