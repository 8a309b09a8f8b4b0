import { getSettings } from '@recado/shared/campaigns/settings-store'
import { notFound } from '@recado/shared/errors'
import type { ExportState } from '@recado/shared/exports/routes'
import type { Sheet } from '@recado/shared/exports/sheet'
import {
  endExport,
  getExport,
  putExport,
  statusOf,
  type WantedFile,
  type WantedSheet,
} from '@recado/shared/exports/store'
import { type ExportBegun, type FileAnswer, XLSX } from '@recado/shared/http/contract'
import { newId } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { ports, tableOf } from '../context.ts'
import { files } from '../files/open.ts'
import { uploadKey } from '../files/places.ts'
import { packageOf } from './data-subject.ts'
import { sheetOf } from './sheets.ts'

/** A spreadsheet of more rows is written in the background: it may take longer than a call, or be over 4 MB. */
const ROWS_AT_ONCE = 5_000

/**
 * A spreadsheet, or the id of its export where it is a long one.
 * @param rows how many there will be, about
 */
export async function fileOrExport(
  companyId: string,
  wanted: WantedSheet,
  rows: number,
): Promise<FileAnswer | ExportBegun> {
  return rows <= ROWS_AT_ONCE ? fileOf(companyId, await sheetOf(companyId, wanted)) : begin(companyId, wanted)
}

/** Has a file written in the background. */
export async function begin(companyId: string, wanted: WantedFile): Promise<ExportBegun> {
  const exportId = newId()
  const createdAt = new Date(ports.now()).toISOString()
  await putExport(tableOf(companyId), { exportId, wanted, createdAt, status: 'RUNNING' })
  await ports.queues.send('exports', { companyId, exportId })
  return { exportId }
}

/** A sheet as a file, named with the local day (part 1 §9). */
export async function fileOf(companyId: string, { name, header, rows }: Sheet): Promise<FileAnswer> {
  const fileName = await datedName(companyId, name, 'xlsx')
  return { fileName, contentType: XLSX, bytes: await writeSheet({ header, rows }) }
}

async function datedName(companyId: string, name: string, extension: string): Promise<string> {
  const { timezone } = await getSettings(tableOf(companyId))
  return `${fileNameOf(name)} ${localDay(ports.now(), timezone)}.${extension}`
}

/** Writes the spreadsheet of an export into the bucket, where it stays for a week. */
export async function write({ companyId, exportId }: { companyId: string; exportId: string }): Promise<void> {
  const table = tableOf(companyId)
  const begun = await getExport(table, exportId)
  if (begun?.status !== 'RUNNING') return
  const source = uploadKey(companyId, exportId)
  await put(companyId, begun.wanted, source)
  await endExport(table, exportId, { status: 'DONE', source })
}

async function put(companyId: string, wanted: WantedFile, source: string): Promise<void> {
  if (wanted.kind === 'data-subject') {
    const fileName = await datedName(companyId, 'Dados de uma pessoa', 'zip')
    return files.putStream(source, packageOf(companyId, wanted.number), 'application/zip', fileName)
  }
  const { fileName, contentType, bytes } = await fileOf(companyId, await sheetOf(companyId, wanted))
  return files.put(source, bytes, contentType, fileName)
}

export async function get({ companyId }: Actor, exportId: string): Promise<ExportState> {
  const found = await getExport(tableOf(companyId), exportId)
  if (!found) throw notFound('ERR_NO_EXPORT_FOUND')
  const status = statusOf(found, ports.now())
  if (status !== 'DONE' || !found.source) return { status }
  return { status, url: await files.presignDownload(found.source) }
}

/** What no file system takes, and what would be read as a path or a header. */
const fileNameOf = (name: string): string =>
  name
    .replace(/[\p{Cc}\\/:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim() || 'planilha'

/** DD-MM-YYYY. */
const localDay = (now: number, timeZone: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
    .format(now)
    .replaceAll('/', '-')
