import { ConditionFailed, type Write } from './table.ts'
import type { TenantTable } from './tenant.ts'

/** A value that one row of its kind holds at a time. It is a row of its own, written together with its holder. */
export interface UniqueValue {
  /** The partition of all values of this kind. */
  of: string
  value: string
}

/** What came of a write: made, refused because another row holds a value, or the holder is not as it was read. */
export type Outcome = 'written' | 'changed' | { taken: string }

/** Names that differ in capitals, blanks or the spelling of an accent alone are the same. */
export const sameName = (name: string): string => name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ')

/**
 * Writes a row together with the values it held before and holds after: none of them is ever held twice.
 * @param own the write of the holder's row, on condition that it is as it was read
 * @param also what is written with it, behind its own row and its values
 * @throws ConditionFailed where it was one of those that could not be
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
    ...taken.map((value): Write => ({ put: { ...keyOf(value), holder: id }, when: NOBODYS })),
    ...without(before, after).map(
      (value): Write => ({ delete: keyOf(value), when: [{ holder: id }, NOBODYS] }),
    ),
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

const NOBODYS = { pk: { exists: false } }

const without = (some: readonly UniqueValue[], others: readonly UniqueValue[]) =>
  some.filter(({ of, value }) => !others.some((other) => other.of === of && other.value === value))

const keyOf = ({ of, value }: UniqueValue) => ({ pk: of, sk: value })
