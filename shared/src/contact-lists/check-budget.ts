import { committed, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** Numbers in one question. */
export const CHECKED_AT_ONCE = 20
/** Questions of one connection lie this far apart, in milliseconds: 40 numbers a minute, all lists together. */
export const CHECK_EVERY_MS = 30_000

const budgetKey = (connectionId: string): Key => ({ pk: 'CHECK-BUDGETS', sk: connectionId })

/**
 * Takes the connection's next question, where it may ask one now; asking much is what accounts are banned for
 * (part 3 §5).
 * @returns `now` where the question is taken, else when the next may be, in milliseconds since 1970
 */
export async function reserveCheck(table: TenantTable, connectionId: string, now: number): Promise<number> {
  const key = budgetKey(connectionId)
  const taken = await committed(
    table.update(key, { set: { freeAt: now + CHECK_EVERY_MS } }, [
      { pk: { exists: false } },
      { freeAt: { below: now + 1 } },
    ]),
  )
  if (taken) return now
  const row = await table.get<{ freeAt: number }>(key)
  return Math.max(now + 1, row?.freeAt ?? now + 1)
}
