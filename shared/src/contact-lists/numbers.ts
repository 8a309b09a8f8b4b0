import { canonicalKey } from '../contacts/canonical-key.ts'
import type { Key, Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** Rows of numbers lie in this many partitions, by their last digit. */
const PARTITIONS = 8

/** A number that a list has: what makes a second contact of the same number impossible, or a known exception. */
interface NumberRow {
  /** Contacts of the list that have it: more than one where duplicates are kept. */
  holders: number
}

const numberKey = (listId: string, key: string): Key => ({
  pk: `NUMBERS#${listId}#${Number(key.at(-1)) % PARTITIONS}`,
  sk: key,
})

/** How many contacts of the list have each of these numbers, by canonical number; those that none has are missing. */
export async function holdersOf(
  table: TenantTable,
  listId: string,
  numbers: readonly string[],
): Promise<Map<string, number>> {
  const keys = numbers.map((number) => numberKey(listId, canonicalKey(number)))
  const rows = await table.getMany<NumberRow>(keys)
  return new Map(rows.map(({ sk, holders }) => [sk, holders]))
}

/** One more contact, or several, with a number. It fails where the number has not as many holders as it was read with. */
export function holdNumber(listId: string, number: string, before: number, more = 1): Write {
  const key = numberKey(listId, canonicalKey(number))
  if (before === 0) return { put: { ...key, holders: more }, when: { pk: { exists: false } } }
  return { update: key, change: { add: { holders: more } }, when: { holders: before } }
}

/** One contact less with a number. It fails where the number has not as many holders as it was read with. */
export function releaseNumber(listId: string, number: string, before: number): Write {
  const key = numberKey(listId, canonicalKey(number))
  if (before <= 1) return { delete: key, when: [{ holders: 1 }, { pk: { exists: false } }] }
  return { update: key, change: { add: { holders: -1 } }, when: { holders: before } }
}

/** The keys of these numbers' rows, for clearing them away. */
export const numberKeysOf = (listId: string, numbers: readonly string[]): Key[] =>
  numbers.map((number) => numberKey(listId, canonicalKey(number)))
