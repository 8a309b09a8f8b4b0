import type { Attributes } from '../table/entity.ts'
import type { All, Change, Scalar, Test, Value } from '../table/table.ts'

/**
 * The change that turns one version of a row into another. Its condition fails if a changed attribute differs from the
 * row that was read, so a concurrent write is never overwritten.
 * @throws if an old value is no text, number or boolean: others cannot be compared
 */
export function changesOf(
  before: Attributes,
  after: Attributes,
): { change: Change<Attributes>; when: All<Attributes> } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const gone = changed.filter((name) => after[name] === undefined)
  const set = changed.filter((name) => after[name] !== undefined).map((name) => [name, after[name]])
  return {
    change: {
      set: Object.fromEntries(set) as Record<string, Value>,
      ...(gone.length > 0 && { remove: gone }),
    },
    // Also if only the version changes: the row may have been deleted.
    when: {
      pk: { exists: true },
      ...Object.fromEntries(changed.map((name) => [name, asRead(name, before[name])])),
    },
  }
}

function asRead(name: string, value: unknown): Test {
  if (value === undefined) return { exists: false }
  if (isScalar(value)) return value
  throw new Error(`A migration cannot change ${name}, which is no text, number or boolean`)
}

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)
