/** The first entries of a list. Texts are cut by `cutText`. */
export const firstOf = <T>(list: readonly T[], count: number): T[] => list.slice(0, count)
