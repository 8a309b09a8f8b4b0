import * as sheetJs from '@e965/xlsx'
import { preflight, type SpreadsheetKind } from '@recado/shared/spreadsheets/preflight'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { readSpreadsheet, spreadsheetCases } from '../support/spreadsheets.ts'
import { AMPLIFIED, type Amplified } from './amplified.ts'
import { withBytesMutated } from './byte-mutations.ts'
import { withTextMutated } from './csv-mutations.ts'
import { Random } from './random.ts'
import { withContainerMutated, withRecordsMutated } from './xls-mutations.ts'
import { withDirectoryMutated, withPartsMutated } from './zip-mutations.ts'

export interface Mutant {
  /** The original and its mutations. */
  what: string
  bytes: Uint8Array
}

/** Longer originals take most of the time and find nothing more. */
const LONGEST_ORIGINAL = 100_000
const AMPLIFIED_ONE_IN = 50
/** The first files, one of each kind, have this share of their largest size: enough to show quadratic time. */
const FIRST_SHARE = 16
const FILE_BYTES = 20 * 1024 * 1024

/** The broken file with this number, always the same for the same seed. */
export async function mutant(seed: number, index: number): Promise<Mutant> {
  const random = new Random(Math.imul(seed, 0x9e3779b1) + index)
  const first = AMPLIFIED[index]
  if (first) return amplified(first, Math.ceil(first.most / FIRST_SHARE))
  if (random.chance(AMPLIFIED_ONE_IN)) {
    const picked = random.pick(AMPLIFIED)
    return amplified(picked, random.size(picked.most))
  }
  const files = await originals()
  const original = random.pick(files)
  const other = random.pick(files)
  const [how, mutate] = random.pick(original.kind ? MUTATIONS[original.kind] : [BYTES])
  const mutated = await changed(mutate, random, original.bytes, other.bytes)
  return { what: `${original.name}, ${how}`, bytes: mutated.subarray(0, FILE_BYTES) }
}

/** A hostile original may be too broken to be taken apart. */
async function changed(mutate: Mutate, ...[random, bytes, other]: Parameters<Mutate>): Promise<Uint8Array> {
  try {
    return await mutate(random, bytes, other)
  } catch {
    return withBytesMutated(random, bytes, other)
  }
}

async function amplified({ what, make }: Amplified, size: number): Promise<Mutant> {
  return { what: `${what}, of size ${size}`, bytes: await make(size) }
}

type Mutate = (random: Random, bytes: Uint8Array, other: Uint8Array) => Uint8Array | Promise<Uint8Array>
type Named = [how: string, mutate: Mutate]

const BYTES: Named = ['its bytes', withBytesMutated]
const MUTATIONS: Record<SpreadsheetKind, Named[]> = {
  xlsx: [
    BYTES,
    ['its parts', withPartsMutated],
    ['its parts', withPartsMutated],
    ['its zip', withDirectoryMutated],
  ],
  xls: [
    BYTES,
    ['its records', withRecordsMutated],
    ['its records', withRecordsMutated],
    ['its sectors', withContainerMutated],
  ],
  csv: [BYTES, ['its text', withTextMutated]],
}

interface Original {
  name: string
  bytes: Uint8Array
  /** The intact original; undefined if the original is broken already. */
  kind: SpreadsheetKind | undefined
}

let known: Promise<Original[]> | undefined
const originals = () => {
  known ??= readOriginals()
  return known
}

async function readOriginals(): Promise<Original[]> {
  const stored = spreadsheetCases
    .map(({ file }) => ({ name: file, bytes: new Uint8Array(readSpreadsheet(file)) }))
    .filter(({ bytes }) => bytes.length <= LONGEST_ORIGINAL)
    .map((file) => ({ ...file, kind: kindOf(file.bytes) }))
  const cells = Array.from({ length: 60 }, (_, index) => [
    `Contato ${index}`,
    `(11) 9876${index % 10}-00${10 + index}`,
  ])
  const rows = [['nome', 'numero'], ...cells, ['😀 ç', 5511987650001]]
  const book = sheetJs.utils.book_new()
  sheetJs.utils.book_append_sheet(book, sheetJs.utils.aoa_to_sheet(rows), 'Contatos')
  const made = (bookType: sheetJs.BookType): Uint8Array =>
    new Uint8Array(sheetJs.write(book, { type: 'buffer', bookType, bookSST: true }))
  const own = await writeSheet({ header: ['nome', 'numero'], rows: cells })
  return [
    { name: 'our own .xlsx', bytes: own, kind: 'xlsx' },
    { name: 'an .xlsx with a table of texts', bytes: made('xlsx'), kind: 'xlsx' },
    { name: 'an .xls', bytes: made('biff8'), kind: 'xls' },
    { name: 'an .xls of Excel 5', bytes: made('biff5'), kind: 'xls' },
    { name: 'a text file', bytes: made('csv'), kind: 'csv' },
    ...stored,
  ]
}

function kindOf(bytes: Uint8Array): SpreadsheetKind | undefined {
  try {
    return preflight(bytes)
  } catch {
    return undefined
  }
}
