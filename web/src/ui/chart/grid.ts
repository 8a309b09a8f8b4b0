/** Values of a chart's grid lines: round integers from 0 to the largest value or just above it. */
export function gridOf(largest: number): number[] {
  const rough = Math.max(1, largest / 4)
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude)
  return Array.from({ length: Math.max(1, Math.ceil(largest / step)) + 1 }, (_, index) => index * step)
}
