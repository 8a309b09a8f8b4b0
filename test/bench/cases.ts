import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { firstOf } from '@recado/shared/first-of'
import * as z from 'zod'
import { spreadsheetCases } from '../support/spreadsheets.ts'
import type { Size } from './size.ts'

/** Limits of a spreadsheet: seconds and megabytes of a whole process, and seconds of a bomb. */
const MOST = { seconds: 1, megabytes: 150, secondsOfBomb: 0.1 }
const SHOWN = 5

const printed = z.object({
  outcomes: z.record(z.string(), z.object({ seconds: z.number(), code: z.string().optional() })),
  peakBytes: z.number(),
})

/** Number of spreadsheets in the smallest size. */
const FEW = 3

/** Reads every spreadsheet of the tests in a process of its own, and prints the slowest and the largest. */
export async function benchCases(size: Size): Promise<void> {
  const cases = size === 'usual' ? spreadsheetCases : firstOf(spreadsheetCases, FEW)
  const all = cases.map(({ file }) => measured(file))
  const bombs = all.filter(({ file }) => file.startsWith('bomba') || file === 'diretorio-4gb.xlsx')
  console.log(`\n${all.length} spreadsheets, a process each`)
  show('slowest', all.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN))
  show('largest', all.toSorted((a, b) => b.megabytes - a.megabytes).slice(0, SHOWN))
  show('bombs', bombs)
  show(
    `over ${MOST.seconds} s or ${MOST.megabytes} MB, or bombs over ${MOST.secondsOfBomb} s`,
    all.filter(
      ({ file, seconds, megabytes }) =>
        megabytes > MOST.megabytes ||
        seconds > (bombs.some((bomb) => bomb.file === file) ? MOST.secondsOfBomb : MOST.seconds),
    ),
  )
}

interface Measured {
  file: string
  seconds: number
  megabytes: number
  /** The outcome of the reading. */
  code: string
}

function measured(file: string): Measured {
  const script = fileURLToPath(new URL('../support/spreadsheets-hostile.ts', import.meta.url))
  const child = spawnSync(process.execPath, ['--no-warnings', script, file], { encoding: 'utf8' })
  if (child.status !== 0) throw new Error(`${file}: ${child.stderr}`)
  const { outcomes, peakBytes } = printed.parse(JSON.parse(child.stdout))
  const { seconds = 0, code = 'read' } = outcomes[file] ?? {}
  return { file, seconds, megabytes: Math.round(peakBytes / 1024 / 1024), code }
}

function show(title: string, some: Measured[]): void {
  console.log(`${title}: ${some.length === 0 ? 'none' : ''}`)
  for (const { file, seconds, megabytes, code } of some)
    console.log(
      `  ${file.padEnd(40)} ${`${(seconds * 1000).toFixed(0)} ms`.padEnd(10)} ${megabytes} MB  ${code}`,
    )
}
