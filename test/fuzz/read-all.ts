import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Told } from './reader.ts'

/** No file may take longer, in seconds of the processor, or more memory, in megabytes of the whole process. */
export const LIMITS = { seconds: 5, megabytes: 512 }

export interface Report {
  /** Files by what came of them. */
  outcomes: Record<string, number>
  /** Each file that must not be as it is, with its number. */
  faults: string[]
  slowest: { index: number; what: string; seconds: number }
  largest: { index: number; what: string; megabytes: number }
}

/** Files that one process reads, before a new one with fresh memory takes over. */
const READ_BY_ONE = 500
/** Most of the memory a reader may have is heap; a file's bytes are not. */
const HEAP_MEGABYTES = 384
/** Then a reader is taken to hang. Far beyond the limit, for a machine that does much else. */
const WATCHED_SECONDS = 30

/** Has the files of these numbers read, each watched. */
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

/** @returns the number to go on with: behind the last, or behind the file that was the reader's end */
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
