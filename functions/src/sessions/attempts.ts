import { DomainError } from '@recado/shared/errors'
import { attemptIndex } from '@recado/shared/table/indexes'
import { committed, type Key } from '@recado/shared/table/table'
import { countInWindow } from '@recado/shared/table/window'
import { ports } from '../context.ts'
import { networkOf } from './network.ts'

/** Failed attempts in 15 minutes (part 3 §2), in milliseconds. */
const WINDOW_MS = 15 * 60_000
const PER_PERSON = 5
const PER_ADDRESS = 50

/** An attempt that has been counted; one that succeeded is taken back, with as many as led to it. */
export interface Attempt {
  succeeded(times?: number): Promise<void>
}

/** @throws DomainError ERR_TOO_MANY_ATTEMPTS, as those below */
export const attemptSignIn = (email: string, address: string): Promise<Attempt> =>
  attempt([
    [`email#${email}`, PER_PERSON],
    [`address#${networkOf(address)}`, PER_ADDRESS],
  ])

export const attemptSignUp = (address: string): Promise<Attempt> =>
  attempt([[`signup-address#${networkOf(address)}`, PER_ADDRESS]])

/** Asked for often enough, mails would fill somebody's mailbox. */
export const attemptToRemember = (email: string, address: string): Promise<Attempt> =>
  attempt([
    [`forgot-email#${email}`, PER_PERSON],
    [`forgot-address#${networkOf(address)}`, PER_ADDRESS],
  ])

export const attemptHandover = (address: string): Promise<Attempt> =>
  attempt([[`handover-address#${networkOf(address)}`, PER_ADDRESS]])

/** Codes given to a handover are guesses like those given with a password: they are counted together. */
export const attemptHandoverCode = (email: string): Promise<Attempt> =>
  attempt([[`email#${email}`, PER_PERSON]])

export const attemptReset = (address: string): Promise<Attempt> =>
  attempt([[`reset-address#${networkOf(address)}`, PER_ADDRESS]])

/** Whoever holds a session has to know the password for some things, and does not get to guess it. */
export const attemptOwnPassword = (userId: string): Promise<Attempt> =>
  attempt([[`own-password#${userId}`, PER_PERSON]])

/** Takes as long as noting a refusal in a company's trail, for an e-mail that is in no company. */
export async function noteUnknown(address: string): Promise<void> {
  const expiresAt = Math.floor((ports.now() + WINDOW_MS) / 1000)
  await ports.table.update(attemptIndex.key(`unknown#${networkOf(address)}`), {
    set: { expiresAt },
    add: { count: 1 },
  })
}

/**
 * Counts an attempt before it is made, so that many at once cannot slip through; a successful one is taken
 * back.
 */
async function attempt(limits: readonly [who: string, limit: number][]): Promise<Attempt> {
  const counters = limits.map(([who, limit]): [Key, number] => [attemptIndex.key(who), limit])
  for (const [key, limit] of counters) await count(key, limit)
  return {
    async succeeded(times = 1) {
      for (const [key] of counters)
        await committed(ports.table.update(key, { add: { count: -times } }, { count: { atLeast: times } }))
    },
  }
}

async function count(key: Key, limit: number): Promise<void> {
  const now = ports.now()
  const fullUntil = await countInWindow(ports.table, key, { limit, lengthMs: WINDOW_MS }, now)
  if (fullUntil === undefined) return
  const retryAfter = Math.max(1, Math.ceil((fullUntil - now) / 1000))
  throw new DomainError('too-many-requests', 'ERR_TOO_MANY_ATTEMPTS', 'Too many attempts. Try again later.', {
    retryAfter,
  })
}
