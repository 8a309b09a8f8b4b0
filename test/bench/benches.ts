import { normalizeNumber } from '@recado/shared/contacts/phone-number'
import { readContacts } from '@recado/shared/spreadsheets/read-contacts'
import { readRows } from '@recado/shared/spreadsheets/read-rows'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { contacts, HEADER, numbers, sheetOf } from './sheets.ts'

interface Bench {
  name: string
  /** What both sides work on; not measured. */
  prepare(): Promise<Uint8Array>
  ours(input: Uint8Array): Promise<void>
  baseline(input: Uint8Array): Promise<void>
}

const ROWS = 100_000
/** A sheet of an .xls ends at 65,536. */
const ROWS_OF_XLS = 65_000

/** What the product is measured by, each with what one would do without it. */
export const BENCHES: Bench[] = [
  {
    name: 'read 100,000 rows of .xlsx',
    prepare: () => sheetOf('inline', ROWS),
    ours: (bytes) => count(readRows(bytes), ROWS),
    baseline: (bytes) => readWhole(bytes, ROWS),
  },
  {
    name: 'import 100,000 contacts of .xlsx',
    prepare: () => sheetOf('inline', ROWS),
    ours: (bytes) => count(readContacts(bytes), ROWS),
    baseline: (bytes) => readWhole(bytes, ROWS),
  },
  {
    name: 'the same with a table of texts',
    prepare: () => sheetOf('shared', ROWS),
    ours: (bytes) => count(readContacts(bytes), ROWS),
    baseline: (bytes) => readWhole(bytes, ROWS),
  },
  {
    name: 'import 65,000 contacts of .xls',
    prepare: () => sheetOf('xls', ROWS_OF_XLS),
    ours: (bytes) => count(readContacts(bytes), ROWS_OF_XLS),
    baseline: (bytes) => readWhole(bytes, ROWS_OF_XLS),
  },
  {
    name: 'export 100,000 contacts',
    prepare: async () => new Uint8Array(),
    ours: async () => void (await writeSheet({ header: HEADER, rows: contacts(ROWS) })),
    baseline: async () => void (await wholeFiles()).writeWhole([HEADER, ...contacts(ROWS)]),
  },
  {
    name: 'normalise 100,000 numbers',
    prepare: async () => new Uint8Array(),
    ours: async () => {
      for (const number of numbers(ROWS)) normalizeNumber(number)
    },
    baseline: async () => {
      for (const number of numbers(ROWS)) parsePhoneNumberFromString(number, 'BR')?.isValid()
    },
  },
]

/** Loaded by the side that uses it alone: a library's code counts as memory, too. */
const wholeFiles = () => import('./whole-files.ts')

async function readWhole(bytes: Uint8Array, least: number): Promise<void> {
  const { readWhole } = await wholeFiles()
  readWhole(bytes, least)
}

async function count(rows: AsyncIterable<unknown>, least: number): Promise<void> {
  let seen = 0
  for await (const _ of rows) seen++
  if (seen < least) throw new Error('not all rows were read')
}
