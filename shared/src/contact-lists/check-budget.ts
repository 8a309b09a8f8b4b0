import { committed, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** What each number costs of a connection's time, in milliseconds: 40 numbers a minute, all lists together (assumed). */
export const MS_PER_NUMBER = 1500

const budgetKey = (connectionId: string): Key => ({ pk: 'CHECK-BUDGETS', sk: connectionId })

/**
 * Takes the connection's next question, where it may ask one now. Accounts that asked about thousands of numbers were banned
 * (whatsapp-web.js#2213, adiwajshing/Baileys#1946; part 3 §5).
 * @param numbers how many it will be about
 * @returns `now` where the question is taken, else when the next may be, in milliseconds since 1970
 */
export async function reserveCheck(
  table: TenantTable,
  connectionId: string,
  numbers: number,
  now: number,
): Promise<number> {
  const key = budgetKey(connectionId)
  const taken = await committed(
    table.update(key, { set: { freeAt: now + numbers * MS_PER_NUMBER } }, [
      { pk: { exists: false } },
      { freeAt: { below: now + 1 } },
    ]),
  )
  if (taken) return now
  const row = await table.get<{ freeAt: number }>(key)
  return Math.max(now + 1, row?.freeAt ?? now + 1)
}
