import { posix } from 'node:path'
import { unlessBlank } from './cell-text.ts'
import { LIMITS } from './limits.ts'
import { type NumberKind, numberKinds } from './number-format.ts'
import { tooLarge, unreadable, unsupported } from './spreadsheet-error.ts'
import { attribute, type XmlListener, XmlScanner } from './xml-scanner.ts'
import { inflate, type ZipArchive, type ZipEntry } from './zip-archive.ts'

/** The parts of an .xlsx needed to read its sheets. */
export interface Workbook {
  /** The visible sheets, in the order of their tabs. */
  sheets: ZipEntry[]
  /** Kinds of numbers by cell style. */
  kinds: NumberKind[]
  date1904: boolean
  /** The text table. Cells refer to a text by its index. */
  sharedStrings: string[]
}

/** @throws SpreadsheetError if a part is missing or broken, or the zip is another kind of document. */
export async function openWorkbook(zip: ZipArchive): Promise<Workbook> {
  const path = (await readRelations(zip, '')).find(({ type }) => type === 'officeDocument')?.path
  if (path === undefined || path.endsWith('.bin')) throw unsupported('a zip, but no .xlsx')
  const relations = await readRelations(zip, path)
  const pathOf = (type: string) => relations.find((relation) => relation.type === type)?.path

  const { sheetIds, date1904 } = await readWorkbookPart(zip, path)
  const worksheets = relations.filter(({ type }) => type === 'worksheet')
  const pathOfSheet = new Map(worksheets.map(({ id, path }) => [id, path]))
  // Each sheet once: a hostile file could list an empty sheet a million times.
  const sheetPaths = new Set([...sheetIds].map((id) => pathOfSheet.get(id)))
  return {
    sheets: [...sheetPaths].flatMap((path) => (path === undefined ? [] : [entryAt(zip, path)])),
    date1904,
    kinds: await readKinds(zip.get(pathOf('styles') ?? '')),
    sharedStrings: await readSharedStrings(zip.get(pathOf('sharedStrings') ?? '')),
  }
}

/** Decodes escapes such as "_x000D_", for characters that XML cannot hold (ECMA-376 part 1, 22.9.2.19). */
export function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

interface Relation {
  id: string
  /** The last word of the type URI. Namespaces differ between the strict and the transitional dialect. */
  type: string
  path: string
}

const ignore = () => {}

function entryAt(zip: ZipArchive, path: string): ZipEntry {
  const entry = zip.get(path)
  if (!entry) throw unreadable('a part of the .xlsx is missing')
  return entry
}

async function readRelations(zip: ZipArchive, source: string): Promise<Relation[]> {
  const folder = posix.dirname(source)
  const entry = zip.get(posix.join(folder, '_rels', `${posix.basename(source)}.rels`))
  const relations: Relation[] = []
  if (!entry) return relations
  await scan(entry, {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const target = (attribute(attributes, 'Target') ?? '').replaceAll('\\', '/').toLowerCase()
      relations.push({
        id: attribute(attributes, 'Id') ?? '',
        type: (attribute(attributes, 'Type') ?? '').split('/').at(-1) ?? '',
        path: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      })
    },
    text: ignore,
    close: ignore,
  })
  return relations
}

async function readWorkbookPart(zip: ZipArchive, path: string) {
  const sheetIds = new Set<string>()
  let root = ''
  let date1904 = false
  await scan(entryAt(zip, path), {
    open(name, attributes) {
      root ||= name
      if (name === 'workbookPr') date1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')
      if (name !== 'sheet') return
      const visible = (attribute(attributes, 'state') ?? 'visible') === 'visible'
      if (visible) sheetIds.add(attribute(attributes, 'id') ?? '')
    },
    text: ignore,
    close: ignore,
  })
  if (root !== 'workbook') throw unsupported('an Office document, but no workbook')
  return { sheetIds, date1904 }
}

async function readKinds(entry: ZipEntry | undefined): Promise<NumberKind[]> {
  const codes = new Map<number, string>()
  const formatIds: number[] = []
  let inCellFormats = false
  if (!entry) return []
  await scan(entry, {
    open(name, attributes) {
      if (name === 'cellXfs') inCellFormats = true
      else if (name === 'numFmt') {
        codes.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '')
      } else if (name === 'xf' && inCellFormats) {
        formatIds.push(Number(attribute(attributes, 'numFmtId') ?? 0))
      }
    },
    text: ignore,
    close(name) {
      if (name === 'cellXfs') inCellFormats = false
    },
  })
  return numberKinds(formatIds, codes)
}

async function readSharedStrings(entry: ZipEntry | undefined): Promise<string[]> {
  const strings: string[] = []
  if (!entry) return strings
  let string = ''
  let inText = false
  let inPhonetic = false
  const listener: XmlListener = {
    open(name) {
      if (name === 'si') string = ''
      else if (name === 'rPh') inPhonetic = true
      else if (name === 't') inText = !inPhonetic
    },
    text(text) {
      if (inText && string.length < LIMITS.cellLength) string += text
    },
    close(name) {
      if (name === 'rPh') inPhonetic = false
      else if (name === 't') inText = false
      else if (name === 'si' && strings.push(unlessBlank(withoutEscapes(string))) > LIMITS.sharedStrings) {
        throw tooLarge(`more than ${LIMITS.sharedStrings} texts`)
      }
    },
  }
  await scan(entry, listener, LIMITS.sharedStringsBytes)
  return strings
}

/** Runs a part of the zip, of at most `limit` bytes, through a listener. */
async function scan(entry: ZipEntry, listener: XmlListener, limit: number = LIMITS.partBytes): Promise<void> {
  if (entry.size > limit) throw tooLarge(`a part of ${entry.size} bytes in the .xlsx`)
  const scanner = new XmlScanner(listener)
  for await (const piece of inflate(entry)) scanner.write(piece)
  scanner.end()
}
