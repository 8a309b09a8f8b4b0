import { readContacts } from '@recado/shared/imports/read-contacts'
import { normalizeNumber } from '@recado/shared/phone-numbers/phone-number'
import { readRows } from '@recado/shared/spreadsheets/read-rows'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { contacts, HEADER, numbers, sheetOf } from './sheets.ts'

interface Bench {
  name: string
  /** The input of both sides; not measured. */
  prepare(): Promise<Uint8Array>
  ours(input: Uint8Array): Promise<void>
  baseline(input: Uint8Array): Promise<void>
}

/** An .xls sheet has at most 65,536 rows. */
const MOST_OF_XLS = 65_000

/** The benches: the product's code, and the usual alternative. */
export function benchesOf(rows: number): Bench[] {
  const rowsOfXls = Math.min(rows, MOST_OF_XLS)
  const many = (count: number) => count.toLocaleString('en')
  return [
    {
      name: `read ${many(rows)} rows of .xlsx`,
      prepare: () => sheetOf('inline', rows),
      ours: (bytes) => count(readRows(bytes), rows),
      baseline: (bytes) => readWhole(bytes, rows),
    },
    {
      name: `import ${many(rows)} contacts of .xlsx`,
      prepare: () => sheetOf('inline', rows),
      ours: (bytes) => count(readContacts(bytes), rows),
      baseline: (bytes) => readWhole(bytes, rows),
    },
    {
      name: 'the same with a table of texts',
      prepare: () => sheetOf('shared', rows),
      ours: (bytes) => count(readContacts(bytes), rows),
      baseline: (bytes) => readWhole(bytes, rows),
    },
    {
      name: `import ${many(rowsOfXls)} contacts of .xls`,
      prepare: () => sheetOf('xls', rowsOfXls),
      ours: (bytes) => count(readContacts(bytes), rowsOfXls),
      baseline: (bytes) => readWhole(bytes, rowsOfXls),
    },
    {
      name: `export ${many(rows)} contacts`,
      prepare: async () => new Uint8Array(),
      ours: async () => void (await writeSheet({ header: HEADER, rows: contacts(rows) })),
      baseline: async () => void (await wholeFiles()).writeWhole([HEADER, ...contacts(rows)]),
    },
    {
      name: `normalise ${many(rows)} numbers`,
      prepare: async () => new Uint8Array(),
      ours: async () => {
        for (const number of numbers(rows)) normalizeNumber(number)
      },
      baseline: async () => {
        for (const number of numbers(rows)) parsePhoneNumberFromString(number, 'BR')?.isValid()
      },
    },
  ]
}

/** Loaded only by the side that uses it, because a library's code takes memory too. */
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
