import type { Consent, ConsentInput } from '@recado/shared/contact-lists/consent'
import { getList } from '@recado/shared/contact-lists/store'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import type { UploadedFile } from '@recado/shared/http/contract'
import { newId } from '@recado/shared/ids'
import { endAndTell } from '@recado/shared/imports/ending'
import {
  type ContactImport,
  IMPORT_MAX_BYTES,
  type ImportPreview,
  type IntoContactsInput,
  type SheetLayout,
} from '@recado/shared/imports/import'
import {
  getImport,
  type ImportRef,
  importOf,
  isUnderWay,
  putImport,
  type StoredImport,
  WATCH_SECONDS,
} from '@recado/shared/imports/store'
import type { Language } from '@recado/shared/language'
import type { Actor } from '@recado/shared/sessions/session'
import { SpreadsheetError } from '@recado/shared/spreadsheets/spreadsheet-error'
import { ports, publish, tableOf } from '../context.ts'
import { fileOrExport } from '../exports/exports.ts'
import { filesOf } from '../files/open.ts'
import { uploadKey } from '../files/places.ts'
import { earlierUpload } from '../uploads/earlier-upload.ts'

/** A spreadsheet in the call, or one already in the bucket. */
interface Given {
  file?: UploadedFile
  uploadId?: string | undefined
}

interface ImportInput extends Given {
  importDuplicated?: boolean
  syncSacmais?: boolean
  layout?: SheetLayout | undefined
  consent?: ConsentInput | undefined
}

/** Starts a background import of a spreadsheet, into a list or (null) the blocked contacts. */
export async function begin(
  actor: Actor,
  contactListId: string | null,
  { importDuplicated = true, syncSacmais = false, layout, consent, ...given }: ImportInput,
) {
  const { companyId } = actor
  const importId = newId()
  const createdAt = new Date(ports.now()).toISOString()
  const source = await sourceOf(companyId, given)
  if (!layout) await requireNumbersIn(companyId, source, given)
  return queueImport(companyId, {
    importId,
    contactListId,
    createdAt,
    source,
    removeDuplicates: importDuplicated,
    layout: layout ?? null,
    consent: consent ? vouchedFor(consent, actor) : null,
    userId: actor.userId,
    syncs: syncSacmais,
  })
}

/**
 * Starts a background import into the company's contacts, from a list or an uploaded spreadsheet.
 * @throws DomainError ERR_NO_CONTACT_LIST_FOUND
 */
export async function beginIntoContacts(
  { companyId, userId }: Actor,
  { contactListId: fromListId, layout, ...given }: IntoContactsInput,
) {
  const list = fromListId ? await getList(tableOf(companyId), fromListId) : undefined
  if (fromListId && list?.type !== 'PRIVATE') throw notFound('ERR_NO_CONTACT_LIST_FOUND')
  const source = fromListId ? '' : await sourceOf(companyId, given)
  if (!fromListId && !layout) await requireNumbersIn(companyId, source, given)
  return queueImport(companyId, {
    importId: newId(),
    contactListId: null,
    into: 'contacts',
    createdAt: new Date(ports.now()).toISOString(),
    source,
    removeDuplicates: true,
    layout: layout ?? null,
    consent: null,
    userId,
    ...(fromListId && { fromListId }),
  })
}

/** Stores an import and queues its first job. */
export async function queueImport(companyId: string, start: Parameters<typeof putImport>[1]) {
  const { contactListId, importId, into } = start
  const job = { companyId, contactListId, importId, ...(into && { into }) }
  // Before the row: an import whose request died has a watch, which ends it. A watch without an import does nothing.
  await ports.queues.send('imports', { ...job, watch: true }, WATCH_SECONDS)
  await putImport(tableOf(companyId), start)
  await ports.queues.send('imports', job)
  return { message: 'Importação iniciada', importId }
}

/**
 * A file without a chosen layout needs a column of numbers. The import reports all other faults of the file.
 * @throws DomainError ERR_SPREADSHEET_NO_NUMBERS
 */
async function requireNumbersIn(companyId: string, source: string, { file }: Given): Promise<void> {
  try {
    const { requireNumbers } = await import('@recado/shared/imports/layout')
    await requireNumbers(file?.bytes ?? (await filesOf(companyId).get(source)) ?? new Uint8Array())
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    if (error.code !== 'ERR_SPREADSHEET_NO_NUMBERS') return
    throw new DomainError('unprocessable', error.code, 'No column of the file has phone numbers')
  }
}

/** A user's statement about people's consent, with its time and author. */
export const vouchedFor = (given: ConsentInput, { name }: Actor): Consent => ({
  ...given,
  recordedAt: new Date(ports.now()).toISOString(),
  recordedBy: name,
})

/** @throws DomainError with the reason why the file is unreadable */
export async function preview({ companyId }: Actor, given: Given): Promise<ImportPreview> {
  const bytes = given.file?.bytes ?? (await filesOf(companyId).get(await sourceOf(companyId, given)))
  try {
    // Loaded here, so that other calls do not load the spreadsheet parsers.
    const { previewOf } = await import('@recado/shared/imports/layout')
    return await previewOf(bytes ?? new Uint8Array())
  } catch (error) {
    // A preview works without a column of numbers.
    if (!(error instanceof SpreadsheetError) || error.code === 'ERR_SPREADSHEET_NO_NUMBERS') throw error
    const kind = error.code === 'ERR_SPREADSHEET_TOO_LARGE' ? 'too-large' : 'invalid'
    throw new DomainError(kind, error.code, 'This file cannot be imported')
  }
}

export async function get({ companyId }: Actor, ref: ImportRef): Promise<ContactImport> {
  return importOf(await requireImport(companyId, ref))
}

/** Contacts imported so far stay. @throws DomainError ERR_IMPORT_ENDED */
export async function cancel({ companyId }: Actor, ref: ImportRef): Promise<undefined> {
  const found = await requireImport(companyId, ref)
  const how = { status: 'CANCELLED', error: 'ERR_IMPORT_CANCELLED' } as const
  const all = { ...ports, publish, files: filesOf(companyId) }
  const ended = isUnderWay(found) && (await endAndTell(all, tableOf(companyId), found, how))
  if (!ended) throw new DomainError('conflict', 'ERR_IMPORT_ENDED', 'This import has ended')
}

/** The refused rows. @throws DomainError ERR_IMPORT_FILE_GONE after the file was deleted from the bucket */
export async function refused(actor: Actor, { language, ...ref }: ImportRef & { language: Language }) {
  const { companyId } = actor
  const { source, read } = await requireImport(companyId, ref)
  if (!source || (await filesOf(companyId).sizeOf(source)) === undefined)
    throw notFound('ERR_IMPORT_FILE_GONE', 'The file of this import is not kept any more')
  return fileOrExport(actor, { kind: 'refused', ...ref, language }, read)
}

async function requireImport(companyId: string, ref: ImportRef): Promise<StoredImport> {
  const found = await getImport(tableOf(companyId), ref)
  if (!found) throw notFound('ERR_NO_IMPORT_FOUND')
  return found
}

/** S3 key of the spreadsheet. @throws DomainError ERR_UPLOAD_MISSING, ERR_SPREADSHEET_TOO_LARGE */
async function sourceOf(companyId: string, { file, uploadId }: Given): Promise<string> {
  if (file) {
    const key = uploadKey(companyId, newId())
    await filesOf(companyId).put(key, file.bytes, 'application/octet-stream')
    return key
  }
  const upload = await earlierUpload(companyId, uploadId)
  if (!upload) throw new DomainError('invalid', 'ERR_UPLOAD_MISSING', 'There is no uploaded file')
  if (upload.size > IMPORT_MAX_BYTES)
    throw new DomainError('too-large', 'ERR_SPREADSHEET_TOO_LARGE', 'The file is too large')
  return upload.key
}
