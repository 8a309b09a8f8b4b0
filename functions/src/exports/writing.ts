import { timeZoneOf } from '@recado/shared/companies/time-zone'
import { endExport, getExport, type WantedFile, type WantedSheet } from '@recado/shared/exports/store'
import { type FileAnswer, XLSX } from '@recado/shared/http/contract'
import type { Language } from '@recado/shared/language'
import { FILE_WORDS } from '@recado/shared/spreadsheets/file-words'
import type { Sheet } from '@recado/shared/spreadsheets/sheet'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { ports, tableOf } from '../context.ts'
import { filesOf } from '../files/open.ts'
import { uploadKey } from '../files/places.ts'
import { sheetOf } from './sheets.ts'

/** A sheet as a file, named with the local day (part 1 §9). */
export async function fileOf(
  companyId: string,
  { name, header, rows }: Sheet,
  language: Language,
): Promise<FileAnswer> {
  const { name: unnamed, tab } = FILE_WORDS[language]
  const fileName = await datedName(companyId, fileNameOf(name) || unnamed, 'xlsx')
  return { fileName, contentType: XLSX, bytes: await writeSheet({ header, rows, tab }) }
}

export async function sheetFile(
  companyId: string,
  { language = 'pt', ...wanted }: WantedSheet,
): Promise<FileAnswer> {
  return fileOf(companyId, await sheetOf(companyId, wanted, language), language)
}

async function datedName(companyId: string, name: string, extension: string): Promise<string> {
  const timeZone = await timeZoneOf(tableOf(companyId))
  return `${name} ${localDay(ports.now(), timeZone)}.${extension}`
}

/** Writes an export's spreadsheet into the bucket, where it stays for a week. */
export async function write({ companyId, exportId }: { companyId: string; exportId: string }): Promise<void> {
  const table = tableOf(companyId)
  const begun = await getExport(table, exportId)
  if (begun?.status !== 'RUNNING') return
  const source = uploadKey(companyId, exportId)
  const isEmpty = await putExport(companyId, begun.wanted, source)
  // An erasure deleted the export meanwhile: its file may name the erased person.
  if (!(await endExport(table, exportId, { status: 'DONE', source, ...(isEmpty && { isEmpty }) })))
    await filesOf(companyId).delete(source)
}

/** @returns whether the company has no data of the person whose data was wanted */
async function putExport(companyId: string, wanted: WantedFile, source: string): Promise<boolean> {
  if (wanted.kind === 'data-subject') {
    const { packageOf } = await import('./data-subject.ts')
    const fileName = await datedName(companyId, 'Dados de um titular', 'zip')
    const { pieces, isEmpty } = await packageOf(companyId, wanted)
    await filesOf(companyId).putStream(source, pieces, 'application/zip', fileName)
    return isEmpty()
  }
  const { fileName, contentType, bytes } = await sheetFile(companyId, wanted)
  await filesOf(companyId).put(source, bytes, contentType, fileName)
  return false
}

/** Replaces characters that file systems refuse, and those that act as a path or header. */
const fileNameOf = (name: string): string =>
  name
    .replace(/[\p{Cc}\\/:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** DD-MM-YYYY. */
const localDay = (now: number, timeZone: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
    .format(now)
    .replaceAll('/', '-')
