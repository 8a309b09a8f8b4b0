import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Told } from './reader.ts'

/** Limits of each file: CPU seconds, and megabytes of the whole process. */
export const LIMITS = { seconds: 5, megabytes: 512 }

export interface Report {
  /** Number of files by outcome. */
  outcomes: Record<string, number>
  /** The violations, with the file's number. */
  faults: string[]
  slowest: { index: number; what: string; seconds: number }
  largest: { index: number; what: string; megabytes: number }
}

/** Files read by one process. Then a new one with fresh memory continues. */
const READ_BY_ONE = 500
/** Heap limit of a reader. A file's bytes are outside the heap. */
const HEAP_MEGABYTES = 384
/** A reader counts as hanging after this time. Far above the limit, because the machine may be busy. */
const WATCHED_SECONDS = 30

/** Reads the files with these numbers and watches the limits of each. */
export async function readAll(seed: number, from: number, to: number): Promise<Report> {
  const report: Report = {
    outcomes: {},
    faults: [],
    slowest: { index: -1, what: '', seconds: 0 },
    largest: { index: -1, what: '', megabytes: 0 },
  }
  for (let next = from; next < to; )
    next = await readSome(seed, next, Math.min(to, next + READ_BY_ONE), report)
  return report
}

/** @returns the next number: after the last file, or after the file that killed the reader */
async function readSome(seed: number, from: number, to: number, report: Report): Promise<number> {
  const reader = fork(fileURLToPath(new URL('./reader.ts', import.meta.url)), {
    execArgv: ['--no-warnings', `--max-old-space-size=${HEAP_MEGABYTES}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  reader.stderr?.on('data', (text) => {
    said = `${said}${text}`.slice(0, 4_000)
  })
  let current = { index: from, what: 'a file that is being made' }
  let isDone = false
  reader.on('message', (told: Told) => {
    watch.refresh()
    if (told.kind === 'reading') current = told
    else {
      note(report, current.what, told)
      isDone = told.index === to - 1
    }
  })
  const watch = setTimeout(() => {
    report.faults.push(`${current.index}, ${current.what}: no end after ${WATCHED_SECONDS} s`)
    reader.kill('SIGKILL')
  }, WATCHED_SECONDS * 1000)
  reader.send({ seed, from, to })
  const ended = await endOf(reader)
  clearTimeout(watch)
  if (isDone) return to
  if (ended !== 'SIGKILL')
    report.faults.push(`${current.index}, ${current.what}: the process ended (${ended}): ${said}`)
  return current.index + 1
}

const endOf = (child: ChildProcess) =>
  new Promise<string>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? String(code))))

function note(
  report: Report,
  what: string,
  { index, outcome, seconds, peakMegabytes }: Told & { kind: 'read' },
): void {
  const kind = outcome.startsWith('!') ? 'fault' : outcome
  report.outcomes[kind] = (report.outcomes[kind] ?? 0) + 1
  const fault = (text: string) => report.faults.push(`${index}, ${what}: ${text}`)
  if (kind === 'fault') fault(outcome.slice(2))
  if (seconds > LIMITS.seconds) fault(`${seconds.toFixed(1)} s`)
  if (seconds > report.slowest.seconds) report.slowest = { index, what, seconds }
  if (peakMegabytes <= report.largest.megabytes) return
  report.largest = { index, what, megabytes: Math.round(peakMegabytes) }
  if (peakMegabytes > LIMITS.megabytes) fault(`${Math.round(peakMegabytes)} MB`)
}
