import { hasPermission } from '@recado/shared/access'
import { notFound } from '@recado/shared/errors/errors'
import type { ExportState } from '@recado/shared/exports/routes'
import {
  getExport,
  putExport,
  statusOf,
  type WantedFile,
  type WantedSheet,
} from '@recado/shared/exports/store'
import type { ExportBegun, FileAnswer } from '@recado/shared/http/contract'
import { newId } from '@recado/shared/ids'
import type { Language } from '@recado/shared/language'
import type { Actor } from '@recado/shared/sessions/session'
import type { Sheet } from '@recado/shared/spreadsheets/sheet'
import { ports, tableOf } from '../context.ts'
import { filesOf } from '../files/open.ts'

/** A spreadsheet with more rows is written in the background. It could exceed a call's time limit. */
const ROWS_AT_ONCE = 5_000
/** A larger file is fetched from the bucket. As base64, 3 MB are the 4 MB of an answer (part 3 §1). */
const BYTES_AT_ONCE = 3 * 1024 * 1024

/**
 * A spreadsheet, or the id of its export if it is long or large.
 * @param rows approximate number of rows
 */
export async function fileOrExport(
  actor: Actor,
  wanted: WantedSheet,
  rows: number,
): Promise<FileAnswer | ExportBegun> {
  if (rows > ROWS_AT_ONCE) return begin(actor, wanted)
  const { sheetFile } = await writing()
  const file = await sheetFile(actor.companyId, wanted)
  return file.bytes.length > BYTES_AT_ONCE ? begin(actor, wanted) : file
}

/** A sheet as a file. */
export async function fileOfSheet(companyId: string, sheet: Sheet, language: Language): Promise<FileAnswer> {
  const { fileOf } = await writing()
  return fileOf(companyId, sheet, language)
}

/** Loaded when a file is requested: most calls of the same function need none. */
const writing = () => import('./writing.ts')

/** Queues a file to be written in the background. */
export async function begin({ companyId, userId: by }: Actor, wanted: WantedFile): Promise<ExportBegun> {
  const exportId = newId()
  const createdAt = new Date(ports.now()).toISOString()
  await putExport(tableOf(companyId), { exportId, wanted, by, createdAt, status: 'RUNNING' })
  await ports.queues.send('exports', { companyId, exportId })
  return { exportId }
}

/**
 * An export's state, for its requester and for admins only: its file may hold one person's data, or the trail. The caller
 * must still be allowed to ask for such a file.
 * @throws DomainError ERR_NO_EXPORT_FOUND, also for other users
 */
export async function get(actor: Actor, exportId: string): Promise<ExportState> {
  const { companyId, userId, profile } = actor
  const found = await getExport(tableOf(companyId), exportId)
  const isTheirs = found?.by === userId || hasPermission(profile, 'drawer-admin-items:view')
  if (!found || !isTheirs) throw notFound('ERR_NO_EXPORT_FOUND')
  // Imported here, so that calls that begin an export do not load all routes.
  const { mayAskFor } = await import('./asking.ts')
  if (!mayAskFor(actor, found.wanted)) throw notFound('ERR_NO_EXPORT_FOUND')
  const status = statusOf(found, ports.now())
  const { source, isEmpty } = found
  if (status !== 'DONE' || !source) return { status }
  return { status, url: await filesOf(companyId).presignDownload(source), ...(isEmpty && { isEmpty }) }
}
