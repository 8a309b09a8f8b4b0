/**
 * The rows in the order that they had when the pointer came: known rows stay where they are and new ones wait, so that
 * nothing moves away from under the pointer.
 * @param held ids in that order; undefined while nothing is held
 */
export function heldOrder<T extends { id: string }>(
  records: readonly T[],
  held: readonly string[] | undefined,
): { shown: T[]; waiting: number } {
  if (!held) return { shown: [...records], waiting: 0 }
  const byId = new Map(records.map((record) => [record.id, record]))
  const known = held.flatMap((id) => byId.get(id) ?? [])
  const isHeld = new Set(held)
  // Rows of a page that was loaded meanwhile stand below the last known one, and move nothing.
  const lastKnown = records.findLastIndex(({ id }) => isHeld.has(id))
  const below = records.slice(lastKnown + 1)
  return { shown: [...known, ...below], waiting: records.length - known.length - below.length }
}
