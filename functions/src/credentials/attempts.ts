import { DomainError } from '@recado/shared/errors/errors'
import { attemptIndex } from '@recado/shared/table/indexes'
import { committed, type Key } from '@recado/shared/table/table'
import { type CountedWindow, countInWindow } from '@recado/shared/table/window'
import { ports } from '../context.ts'
import { networkOf } from './network.ts'

/** Window of failed attempts, 15 minutes (part 3 §2), in milliseconds. */
const WINDOW_MS = 15 * 60_000
const PER_PERSON = 5
const PER_ADDRESS = 50

/** A counted attempt. A successful one is subtracted. */
export interface Attempt {
  succeeded(): Promise<void>
}

/** @throws DomainError ERR_TOO_MANY_ATTEMPTS, like all functions below */
export const attemptSignIn = (email: string, address: string): Promise<Attempt> =>
  attempt([
    [`email#${email}`, PER_PERSON],
    [`address#${networkOf(address)}`, PER_ADDRESS],
  ])

export const attemptSignUp = (address: string): Promise<Attempt> =>
  attempt([[`signup-address#${networkOf(address)}`, PER_ADDRESS]])

/** Limits mails, which could flood a person's mailbox. */
export const attemptToRemember = (email: string, address: string): Promise<Attempt> =>
  attempt([
    [`forgot-email#${email}`, PER_PERSON],
    [`forgot-address#${networkOf(address)}`, PER_ADDRESS],
  ])

export const attemptHandover = (address: string): Promise<Attempt> =>
  attempt([[`handover-address#${networkOf(address)}`, PER_ADDRESS]])

/** Codes of a handover count together with codes of a sign-in: both can be guessed. */
export const attemptHandoverCode = (email: string): Promise<Attempt> =>
  attempt([[`email#${email}`, PER_PERSON]])

export const attemptReset = (address: string): Promise<Attempt> =>
  attempt([[`reset-address#${networkOf(address)}`, PER_ADDRESS]])

/** Wrong tokens to end mails: each costs the session of the company that it names. */
export const attemptToStopMails = (address: string): Promise<Attempt> =>
  attempt([[`stop-mails-address#${networkOf(address)}`, PER_ADDRESS]])

/** Limits guesses of the password by the holder of a session. */
export const attemptOwnPassword = (userId: string): Promise<Attempt> =>
  attempt([[`own-password#${userId}`, PER_PERSON]])

/** For an e-mail without a user: takes as long as recording a refusal in a company's trail. */
export async function noteUnknown(address: string): Promise<void> {
  const expiresAt = Math.floor((ports.now() + WINDOW_MS) / 1000)
  await ports.table.update(attemptIndex.key(`unknown#${networkOf(address)}`), {
    set: { expiresAt },
    add: { count: 1 },
  })
}

/**
 * Counts an attempt before it is made, so that parallel attempts cannot pass the limit. A successful attempt is
 * subtracted again.
 */
async function attempt(limits: readonly [who: string, limit: number][]): Promise<Attempt> {
  const counters = limits.map(([who, limit]): [Key<CountedWindow>, number] => [attemptIndex.key(who), limit])
  for (const [key, limit] of counters) await count(key, limit)
  return {
    async succeeded() {
      for (const [key] of counters)
        await committed(ports.table.update(key, { add: { count: -1 } }, { count: { atLeast: 1 } }))
    },
  }
}

async function count(key: Key<CountedWindow>, limit: number): Promise<void> {
  const now = ports.now()
  const fullUntil = await countInWindow(ports.table, key, { limit, lengthMs: WINDOW_MS }, now)
  if (fullUntil === undefined) return
  const retryAfter = Math.max(1, Math.ceil((fullUntil - now) / 1000))
  throw new DomainError('too-many-requests', 'ERR_TOO_MANY_ATTEMPTS', 'Too many attempts. Try again later.', {
    retryAfter,
  })
}
