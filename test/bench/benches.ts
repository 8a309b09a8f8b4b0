import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as sheetjs from '@e965/xlsx'
import { normalizeNumber } from '@recado/shared/contacts/phone-number'
import { readContacts } from '@recado/shared/spreadsheets/read-contacts'
import { readRows } from '@recado/shared/spreadsheets/read-rows'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

interface Bench {
  name: string
  /** What both sides work on; not measured. */
  prepare(): Promise<Uint8Array>
  ours(input: Uint8Array): Promise<void>
  baseline(input: Uint8Array): Promise<void>
}

const ROWS = 100_000
const HEADER = ['nome', 'numero', 'email', 'var1', 'var2', 'var3']

/** What the product is measured by, each with what one would do without it. */
export const BENCHES: Bench[] = [
  {
    name: 'read 100,000 rows of .xlsx',
    prepare: sheet,
    ours: async (bytes) => count(readRows(bytes)),
    baseline: readWhole,
  },
  {
    name: 'import 100,000 contacts of .xlsx',
    prepare: sheet,
    ours: async (bytes) => count(readContacts(bytes)),
    baseline: readWhole,
  },
  {
    name: 'normalise 100,000 numbers',
    prepare: async () => new Uint8Array(),
    ours: async () => {
      for (const number of numbers()) normalizeNumber(number)
    },
    baseline: async () => {
      for (const number of numbers()) parsePhoneNumberFromString(number, 'BR')?.isValid()
    },
  },
]

/** SheetJS reads the whole file into memory, as is usually done. */
async function readWhole(bytes: Uint8Array): Promise<void> {
  const { Sheets, SheetNames } = sheetjs.read(bytes)
  const first = Sheets[SheetNames[0] ?? '']
  if (!first || sheetjs.utils.sheet_to_json(first, { header: 1 }).length < ROWS)
    throw new Error('not all rows were read')
}

async function count(rows: AsyncIterable<unknown>): Promise<void> {
  let seen = 0
  for await (const _ of rows) seen++
  if (seen < ROWS) throw new Error('not all rows were read')
}

/** Made once and kept in the machine's temporary folder: made in the measured process, it would count as memory. */
async function sheet(): Promise<Uint8Array> {
  const path = join(tmpdir(), `recado-bench-${ROWS}.xlsx`)
  if (!existsSync(path)) await writeFile(path, await writeSheet({ header: HEADER, rows: contacts() }))
  return readFile(path)
}

function* contacts(): Generator<string[]> {
  let index = 0
  for (const number of numbers()) {
    yield [
      `Contato número ${index}`,
      number,
      `contato${index}@exemplo.com.br`,
      `plano ${index % 7}`,
      'R$ 10',
      'sim',
    ]
    index++
  }
}

function* numbers(): Generator<string> {
  for (let index = 0; index < ROWS; index++) {
    const subscriber = String(index).padStart(5, '0')
    yield index % 3 === 0
      ? `(11) 9${subscriber.slice(0, 4)}-1${subscriber.slice(2)}`
      : `55219${subscriber}${subscriber.slice(2)}`
  }
}
