import { expect, test } from 'vitest'
import { readAll } from './read-all.ts'

/**
 * `FUZZ_FILES=10000 FUZZ_SEED=7 npx vitest run test/fuzz` reads more files. `FUZZ_ONLY=123` with the printed seed reads
 * one file again.
 */
const FILES = Number(process.env.FUZZ_FILES ?? 300)
const SEED = Number(process.env.FUZZ_SEED ?? 20261121)
const ONLY = process.env.FUZZ_ONLY

test('a broken spreadsheet gives rows or an error, within the limits of time and memory', {
  timeout: 60_000 + FILES * 500,
}, async () => {
  const from = ONLY === undefined ? 0 : Number(ONLY)
  const report = await readAll(SEED, from, ONLY === undefined ? FILES : from + 1)
  const { slowest, largest } = report
  console.log(
    `FUZZ_SEED=${SEED}: ${JSON.stringify(report.outcomes)}; ` +
      `slowest ${slowest.seconds.toFixed(2)} s (${slowest.index}, ${slowest.what}), ` +
      `${largest.megabytes} MB at most (${largest.index}, ${largest.what})`,
  )
  expect(report.faults, `with FUZZ_SEED=${SEED}`).toEqual([])
  // Otherwise a reader that refuses everything, or is never called, would pass.
  if (FILES >= 100 && ONLY === undefined) expect(report.outcomes.rows ?? 0).toBeGreaterThan(FILES / 20)
})
