/** The value that this share of the values does not exceed: 0.95 for the 95th percentile. 0 without values. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0
