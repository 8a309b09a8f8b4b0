import type { Change, Scalar, Test, Value } from '../table/table.ts'
import type { Attributes } from './entity.ts'

/**
 * What has to be written so that a stored row becomes another one, on condition that every attribute of it is as it was
 * read: whatever else changes the row meanwhile is kept.
 * @throws for a change of what cannot be compared: a migration adds attributes, or changes texts, numbers and booleans
 */
export function changesOf(
  before: Attributes,
  after: Attributes,
): { change: Change; when: Record<string, Test> } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const gone = changed.filter((name) => after[name] === undefined)
  const set = changed.filter((name) => after[name] !== undefined).map((name) => [name, after[name]])
  return {
    change: {
      set: Object.fromEntries(set) as Record<string, Value>,
      ...(gone.length > 0 && { remove: gone }),
    },
    // Also where the version alone changes: somebody may have deleted the row.
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
