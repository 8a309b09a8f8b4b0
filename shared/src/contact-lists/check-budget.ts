import { committed, type Key, keyIn } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** Time of a connection per number, in milliseconds: 40 numbers a minute for all lists together (assumed). */
export const MS_PER_NUMBER = 1500
/** A campaign may ask about the numbers of a minute at once, after a minute without questions. */
const BURST_MS = 60_000

/**
 * How long a campaign's question waits, in milliseconds.
 * @param takenMs time of the connection that the numbers asked about take, with the question's own
 */
export const waitOfCheck = (takenMs: number): number => Math.max(0, takenMs - BURST_MS)

interface CheckBudget {
  /** When the connection may ask again, in milliseconds since 1970. */
  freeAt: number
}

const budgetKey = (connectionId: string): Key<CheckBudget> => keyIn('CHECK-BUDGETS', connectionId)

/**
 * Reserves the connection's next question, if it may ask one now. Accounts that asked about thousands of numbers were
 * banned (whatsapp-web.js#2213, adiwajshing/Baileys#1946; part 3 §5).
 * @param numbers the count of numbers in the question
 * @returns `now` if the question is reserved, otherwise the time of the next one, in milliseconds since 1970
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
  const row = await table.get(key)
  return Math.max(now + 1, row?.freeAt ?? now + 1)
}
