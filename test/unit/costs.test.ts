import { expect, test } from 'vitest'
import { costTable, sums } from '../bench/costs/cost-table.ts'
import { documents, lastMeasured } from '../bench/costs/costs.ts'

test('the documents name the costs of the measured figures', () => {
  for (const { path, now, wanted } of documents(lastMeasured())) expect(now, path).toBe(wanted)
})

test('a unit more for each message costs what ten million units cost', () => {
  const measured = lastMeasured()
  const known = { ...measured.known, tableWrites: measured.known.tableWrites + 1 }
  const stranger = { ...measured.stranger, tableWrites: measured.stranger.tableWrites + 1 }
  const [before = 0, after = 0] = [measured, { ...measured, known, stranger }].map(
    (one) => sums(one)['us-east-1'],
  )
  expect(after - before).toBeCloseTo(6.25, -1)
})

test('the table has a line for each part, and their sum', () => {
  const measured = lastMeasured()
  const dollars = costTable(measured)
    .split('\n')
    .slice(2, -1)
    .map((line) => Number(line.split('|').at(-3)))
  expect(dollars.every((one) => one >= 0)).toBe(true)
  expect(
    Math.abs(dollars.reduce((sum, one) => sum + one, 0) - (sums(measured)['us-east-1'] ?? 0)),
  ).toBeLessThan(dollars.length)
})
