import { ConditionFailed, deleteRow, keyIn, putRow, type Write } from './table.ts'
import type { TenantTable } from './tenant.ts'

/** A value that only one row of its kind may hold. It has a row of its own, written together with its holder. */
export interface UniqueValue {
  /** The partition of all values of this kind. */
  of: string
  value: string
}

/** Result of a write: made, refused because another row holds a value, or refused because the holder has changed. */
export type Outcome = 'written' | 'changed' | { taken: string }

/** Names that differ only in capitals, blanks or the encoding of an accent are the same. */
export const sameName = (name: string): string => name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ')

/**
 * Writes a row together with the values it held before and holds after, so that no value is ever held twice.
 * @param own the write of the holder's row, on condition that it is unchanged
 * @param also further writes, after its own row and its values
 * @throws ConditionFailed if one of `also` failed
 */
export async function writeHolder(
  table: TenantTable,
  own: Write,
  { id, before, after }: { id: string; before: readonly UniqueValue[]; after: readonly UniqueValue[] },
  also: readonly Write[] = [],
): Promise<Outcome> {
  const taken = without(after, before)
  const writes: Write[] = [
    own,
    ...taken.map((value): Write => putRow({ ...valueKey(value), holder: id }, NOBODYS)),
    ...without(before, after).map((value): Write => deleteRow(valueKey(value), [{ holder: id }, NOBODYS])),
    ...also,
  ]
  try {
    await table.transact(writes)
    return 'written'
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    const [ownFailure, ...failures] = error.failures
    if (ownFailure !== undefined) return 'changed'
    const refused = taken.find((_, at) => failures[at] !== undefined)
    if (!refused) throw error
    return { taken: refused.of }
  }
}

const NOBODYS = { pk: { exists: false } } as const

const without = (some: readonly UniqueValue[], others: readonly UniqueValue[]) =>
  some.filter(({ of, value }) => !others.some((other) => other.of === of && other.value === value))

const valueKey = ({ of, value }: UniqueValue) => keyIn<Holding>(of, value)

/** The holder of a value. */
interface Holding {
  holder: string
}
