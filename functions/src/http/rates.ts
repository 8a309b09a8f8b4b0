import { DomainError } from '@recado/shared/errors/errors'
import { limitOf, type Rate } from '@recado/shared/http/limits'
import type { Actor } from '@recado/shared/sessions/session'
import { keyIn } from '@recado/shared/table/table'
import { countInWindow, type Window } from '@recado/shared/table/window'
import { ports, tableOf } from '../context.ts'

/**
 * @param times for how many calls it counts
 * @throws DomainError ERR_TOO_MANY_REQUESTS with the time of the next allowed call
 */
export async function countCall(rate: Rate, { userId, companyId }: Actor, times = 1): Promise<void> {
  const { user, company, windowMs: lengthMs } = limitOf(rate)
  if (user !== undefined) await count(companyId, `${rate}#${userId}`, { limit: user, lengthMs }, times)
  await count(companyId, rate, { limit: company, lengthMs }, times)
}

/** Counts a call within a company. @param sk the kind of call. @throws like `countCall` */
export async function count(companyId: string, sk: string, window: Window, times = 1): Promise<void> {
  const now = ports.now()
  const fullUntil = await countInWindow(tableOf(companyId), keyIn('RATES', sk), window, now, times)
  if (fullUntil === undefined) return
  const retryAfter = Math.max(1, Math.ceil((fullUntil - now) / 1000))
  const message = 'Too many requests of this kind. Try again later.'
  throw new DomainError('too-many-requests', 'ERR_TOO_MANY_REQUESTS', message, { retryAfter })
}
