import { allRows, committed, type Key, partition, type Query } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { MailProblem } from './mail-problem.ts'

/** An address of a company that mails do not reach. */
interface Unreached {
  email: string
  problem: MailProblem
  /** ISO 8601. */
  at: string
}

const PARTITION = partition<Unreached>('UNREACHED')

const keyOf = (email: string): Key<Unreached> => ({ pk: PARTITION, sk: email.toLowerCase() })

/** In seconds. Afterwards a notice is mailed again, which brings the row back if the address is still as it was. */
const KEPT_SECONDS = 90 * 24 * 3600

/** Reports of one address may overtake each other: the latest counts. */
const isLater = (at: string) => [{ pk: { exists: false } }, { at: { below: at } }] as const

export function noteUnreached(table: TenantTable, unreached: Unreached): Promise<boolean> {
  const { email, at } = unreached
  const expiresAt = Math.floor(Date.parse(at) / 1000) + KEPT_SECONDS
  return committed(table.put<Unreached>({ ...unreached, ...keyOf(email), expiresAt }, isLater(at)))
}

/** A mail has reached the address. @param at ISO 8601 */
export const noteReached = (table: TenantTable, email: string, at: string): Promise<boolean> =>
  committed(table.delete(keyOf(email), isLater(at)))

/** @returns null if mails reach the address, as far as is known */
export const mailProblemOf = async (table: TenantTable, email: string): Promise<MailProblem | null> =>
  (await table.get(keyOf(email)))?.problem ?? null

/** The company's addresses that mails do not reach. */
export async function mailProblems(table: TenantTable): Promise<ReadonlyMap<string, MailProblem>> {
  const found = new Map<string, MailProblem>()
  const query: Query<Unreached> = { pk: PARTITION }
  for await (const { email, problem } of allRows(table, query)) found.set(email, problem)
  return found
}
