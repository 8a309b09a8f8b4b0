import { DomainError } from '@recado/shared/errors'
import { attemptIndex } from '@recado/shared/table/indexes'
import { committed, type Key } from '@recado/shared/table/table'
import { ports } from '../context.ts'

/** Failed sign-ins in 15 minutes (part 3 §2), in milliseconds. */
const WINDOW_MS = 15 * 60_000
const PER_EMAIL = 5
const PER_ADDRESS = 50

/**
 * Counts a sign-in before it is tried, so that many at once cannot slip through; a successful one is taken
 * back. @throws DomainError ERR_TOO_MANY_ATTEMPTS
 */
export async function attempt(email: string, address: string): Promise<{ succeeded(): Promise<void> }> {
  const counters: [Key, number][] = [
    [attemptIndex.key(`email#${email}`), PER_EMAIL],
    [attemptIndex.key(`address#${address}`), PER_ADDRESS],
  ]
  for (const [key, limit] of counters) await count(key, limit)
  return {
    async succeeded() {
      for (const [key] of counters)
        await committed(ports.table.update(key, { add: { count: -1 } }, { pk: { exists: true } }))
    },
  }
}

async function count(key: Key, limit: number): Promise<void> {
  const now = ports.now()
  const within = { count: { below: limit }, endsAt: { atLeast: now } }
  const counted = () => committed(ports.table.update(key, { add: { count: 1 } }, within))
  if (await counted()) return
  const window = {
    ...key,
    count: 1,
    endsAt: now + WINDOW_MS,
    expiresAt: Math.floor((now + WINDOW_MS) / 1000) + 60,
  }
  if (await committed(ports.table.put(window, [{ pk: { exists: false } }, { endsAt: { below: now } }])))
    return
  // Another attempt began the window meanwhile.
  if (await counted()) return
  const standing = await ports.table.get<{ endsAt: number }>(key)
  const retryAfter = Math.max(1, Math.ceil(((standing?.endsAt ?? now) - now) / 1000))
  throw new DomainError('too-many-requests', 'ERR_TOO_MANY_ATTEMPTS', 'Too many attempts. Try again later.', {
    retryAfter,
  })
}
