import { previewOf } from '@recado/shared/imports/layout'
import { readContacts } from '@recado/shared/imports/read-contacts'
import { SpreadsheetError } from '@recado/shared/spreadsheets/spreadsheet-error'
import { mutant } from './mutants.ts'

// Reads broken files in a process of its own, which may hang or run out of memory. Its parent watches it.

/** Messages about a file: the start of the reading, and the outcome. */
export type Told =
  | { kind: 'reading'; index: number; what: string; bytes: number }
  | { kind: 'read'; index: number; outcome: string; seconds: number; peakMegabytes: number }

process.on('message', async ({ seed, from, to }: { seed: number; from: number; to: number }) => {
  for (let index = from; index < to; index++) {
    const { what, bytes } = await mutant(seed, index)
    tell({ kind: 'reading', index, what, bytes: bytes.length })
    // CPU time, because the machine may be busy.
    const before = process.cpuUsage()
    const outcome = await outcomeOf(() => read(bytes))
    const { user, system } = process.cpuUsage(before)
    const seconds = (user + system) / 1_000_000
    const preview = await outcomeOf(async () => void (await previewOf(bytes)))
    const worst = [outcome, preview].find((one) => one.startsWith('!')) ?? outcome
    tell({
      kind: 'read',
      index,
      outcome: worst,
      seconds,
      peakMegabytes: process.resourceUsage().maxRSS / 1024,
    })
  }
  process.disconnect()
})

const tell = (told: Told) => process.send?.(told)

/** Rows must come in the order of their lines: an interrupted import resumes after its last line. */
async function read(bytes: Uint8Array): Promise<void> {
  let last = 0
  for await (const { line } of readContacts(bytes)) {
    if (!(Number.isInteger(line) && line > last)) throw new Error(`Line ${line} comes after line ${last}`)
    last = line
  }
}

/** 'rows', the error's code, or a violation after an exclamation mark. */
async function outcomeOf(reading: () => Promise<void>): Promise<string> {
  try {
    await reading()
    return 'rows'
  } catch (error) {
    if (error instanceof SpreadsheetError) return error.code
    return `! ${error instanceof Error ? error.stack : String(error)}`
  }
}
