import { expect, test } from 'vitest'
import { readAll } from './read-all.ts'

/**
 * `FUZZ_FILES=10000 FUZZ_SEED=7 npx vitest run test/fuzz` reads more; `FUZZ_ONLY=123` with the seed that was
 * printed reads the one file of that number again.
 */
const FILES = Number(process.env.FUZZ_FILES ?? 300)
const SEED = Number(process.env.FUZZ_SEED ?? 20261121)
const ONLY = process.env.FUZZ_ONLY

test('a broken spreadsheet gives rows or says why not, in little time and memory', {
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
  // A reader that refuses everything, or is never reached, would pass as well.
  if (FILES >= 100 && ONLY === undefined) expect(report.outcomes.rows ?? 0).toBeGreaterThan(FILES / 20)
})
