import { AGAIN, retrying } from '../table/retrying.ts'
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

/**
 * The numbers of all lists that a connection is asked about in a day (assumed); a new connection has a whole day's at
 * once.
 */
export const NUMBERS_A_DAY = 1000
const DAY_MS = 86_400_000
const DAY_MS_PER_NUMBER = DAY_MS / NUMBERS_A_DAY

/** Moments are milliseconds since 1970. */
interface CheckBudget {
  /** When the connection may ask again. */
  freeAt: number
  /** The numbers asked about take the day's budget until then; a day ahead, it is used up. */
  dayTakenUntil?: number
}

const budgetKey = (connectionId: string): Key<CheckBudget> => keyIn('CHECK-BUDGETS', connectionId)

/**
 * When a question may be asked, in milliseconds since 1970. `isDayUsedUp`: it waits for the day's budget, not for the
 * minute's.
 */
export interface CheckTurn {
  at: number
  isDayUsedUp: boolean
}

/**
 * Reserves the connection's next question, if it may ask one now. Accounts that asked about thousands of numbers were
 * banned (whatsapp-web.js#2213, adiwajshing/Baileys#1946; part 3 §5).
 * @param numbers the count of numbers in the question
 * @returns `now` if the question is reserved, otherwise the time of the next one
 */
export async function reserveCheck(
  table: TenantTable,
  connectionId: string,
  numbers: number,
  now: number,
): Promise<CheckTurn> {
  const key = budgetKey(connectionId)
  const { dayTakenUntil = now } = (await table.get(key)) ?? {}
  const dayFreeAt = Math.max(dayTakenUntil, now) + numbers * DAY_MS_PER_NUMBER - DAY_MS
  if (dayFreeAt > now) return { at: Math.ceil(dayFreeAt), isDayUsedUp: true }
  const taken = await committed(
    table.update(key, { set: { freeAt: now + numbers * MS_PER_NUMBER } }, [
      { pk: { exists: false } },
      { freeAt: { below: now + 1 } },
    ]),
  )
  if (taken) return { at: now, isDayUsedUp: false }
  const row = await table.get(key)
  return { at: Math.max(now + 1, row?.freeAt ?? now + 1), isDayUsedUp: false }
}

/** Counts a question that reached WhatsApp towards the day's budget. */
export const countCheck = (
  table: TenantTable,
  connectionId: string,
  numbers: number,
  now: number,
): Promise<void> =>
  retrying(
    table,
    () => table.get(budgetKey(connectionId)),
    async (budget) => {
      const { dayTakenUntil } = budget ?? {}
      const taken = Math.max(dayTakenUntil ?? 0, now) + numbers * DAY_MS_PER_NUMBER
      const asRead = { dayTakenUntil: dayTakenUntil ?? { exists: false } } as const
      const counted = table.update(budgetKey(connectionId), { set: { dayTakenUntil: taken } }, asRead)
      return (await committed(counted)) ? undefined : AGAIN
    },
  )
