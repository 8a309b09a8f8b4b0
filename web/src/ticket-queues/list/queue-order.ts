/** The ids with one of them a place further up (-1) or down (1); unchanged at either end. */
export function withMoved(ids: readonly string[], id: string, by: 1 | -1): string[] {
  const from = ids.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= ids.length) return [...ids]
  return ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

/** The records by the order of the ids. Records without an id there come last, as they are. */
export function inOrderOf<T extends { id: string }>(records: readonly T[], ids: readonly string[]): T[] {
  const placeOf = ({ id }: T) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return [...records].sort((one, other) => placeOf(one) - placeOf(other))
}
