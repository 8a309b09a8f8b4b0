import { previewOf } from '@recado/shared/spreadsheets/layout'
import { readContacts } from '@recado/shared/spreadsheets/read-contacts'
import { SpreadsheetError } from '@recado/shared/spreadsheets/spreadsheet-error'
import { mutant } from './mutants.ts'

// Reads broken files in a process of its own, which may hang or run out of memory: whoever asked looks on.

/** What is said of a file: that it is being read now, and what came of it. */
export type Told =
  | { kind: 'reading'; index: number; what: string; bytes: number }
  | { kind: 'read'; index: number; outcome: string; seconds: number; peakMegabytes: number }

process.on('message', async ({ seed, from, to }: { seed: number; from: number; to: number }) => {
  for (let index = from; index < to; index++) {
    const { what, bytes } = await mutant(seed, index)
    tell({ kind: 'reading', index, what, bytes: bytes.length })
    // Of the processor: the machine may have much else to do.
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

/** Rows come in the order of their lines: an import that died goes on behind the last line it knows. */
async function read(bytes: Uint8Array): Promise<void> {
  let last = 0
  for await (const { line } of readContacts(bytes)) {
    if (!(Number.isInteger(line) && line > last)) throw new Error(`Line ${line} comes after line ${last}`)
    last = line
  }
}

/** 'rows', the code of the error, or what must not be, after an exclamation mark. */
async function outcomeOf(reading: () => Promise<void>): Promise<string> {
  try {
    await reading()
    return 'rows'
  } catch (error) {
    if (error instanceof SpreadsheetError) return error.code
    return `! ${error instanceof Error ? error.stack : String(error)}`
  }
}
