import { canonicalKey } from '../phone-numbers/canonical-key.ts'
import { deleteRow, type Key, keyIn, putRow, updateRow, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** The number of partitions for rows of numbers, chosen by the last digit. */
const PARTITIONS = 8

/** A number of a list. It prevents a second contact with the same number, or counts the allowed duplicates. */
interface NumberRow {
  /** Contacts with this number: more than one only if duplicates are kept. */
  holders: number
}

const numberKey = (listId: string, key: string): Key<NumberRow> =>
  keyIn(`NUMBERS#${listId}#${Number(key.at(-1)) % PARTITIONS}`, key)

/** How many contacts of the list have each of these numbers, by canonical number; unused numbers are left out. */
export async function holdersOf(
  table: TenantTable,
  listId: string,
  numbers: readonly string[],
): Promise<Map<string, number>> {
  const keys = numbers.map((number) => numberKey(listId, canonicalKey(number)))
  const rows = await table.getMany(keys)
  return new Map(rows.map(({ sk, holders }) => [sk, holders]))
}

/** Adds holders to a number. Fails if the number of holders is not `before`. */
export function holdNumber(listId: string, number: string, before: number, more = 1): Write {
  const key = numberKey(listId, canonicalKey(number))
  if (before === 0) return putRow({ ...key, holders: more }, { pk: { exists: false } })
  return updateRow(key, { add: { holders: more } }, { holders: before })
}

/** Removes a holder of a number. Fails if the number of holders is not `before`. */
export function releaseNumber(listId: string, number: string, before: number): Write {
  const key = numberKey(listId, canonicalKey(number))
  if (before <= 1) return deleteRow(key, [{ holders: 1 }, { pk: { exists: false } }])
  return updateRow(key, { add: { holders: -1 } }, { holders: before })
}

/** The keys of these numbers' rows, for deletion. */
export const numberKeysOf = (listId: string, numbers: readonly string[]): Key[] =>
  numbers.map((number) => numberKey(listId, canonicalKey(number)))
