import { type ContactImport, IMPORT_MAX_BYTES } from '@recado/shared/contact-lists/import'
import { beginImport, getImport, importOf } from '@recado/shared/contact-lists/import-store'
import { DomainError, notFound } from '@recado/shared/errors'
import type { UploadedFile } from '@recado/shared/http/contract'
import { newId } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import { files, ports, tableOf } from '../context.ts'
import { uploadKey } from '../files.ts'
import * as lists from './lists.ts'

interface ImportInput {
  file?: UploadedFile
  uploadId?: string | undefined
  importDuplicated: boolean
}

/** Takes a spreadsheet and has it imported in the background. One import at a time fills a list. */
export async function begin(
  { companyId }: Actor,
  listId: string,
  { file, uploadId, importDuplicated }: ImportInput,
) {
  const list = await lists.stored(companyId, listId)
  if (list.type !== 'PRIVATE') throw lists.noSuchList()
  const source = await sourceOf(companyId, file, uploadId)
  const importId = newId()
  const begun = await beginImport(tableOf(companyId), {
    importId,
    contactListId: listId,
    source,
    removeDuplicates: importDuplicated,
    createdAt: new Date(ports.now()).toISOString(),
  })
  if (!begun) throw new DomainError('conflict', 'ERR_IMPORT_RUNNING', 'An import is filling this list')
  await ports.queues.send('imports', { companyId, contactListId: listId, importId })
  await lists.tell(companyId, 'update', await lists.stored(companyId, listId))
  return { message: 'Importação iniciada', importId }
}

export async function get({ companyId }: Actor, listId: string, importId: string): Promise<ContactImport> {
  const found = await getImport(tableOf(companyId), listId, importId)
  if (!found) throw notFound('ERR_NO_IMPORT_FOUND')
  return importOf(found)
}

/** The S3 key of the spreadsheet. @throws DomainError ERR_UPLOAD_MISSING, ERR_SPREADSHEET_TOO_LARGE */
async function sourceOf(
  companyId: string,
  file: UploadedFile | undefined,
  uploadId: string | undefined,
): Promise<string> {
  if (file) {
    const key = uploadKey(companyId, newId())
    await files.put(key, file.bytes, 'application/octet-stream')
    return key
  }
  const key = uploadId && /^[0-9A-Z]{26}$/.test(uploadId) ? uploadKey(companyId, uploadId) : undefined
  const bytes = key ? await files.sizeOf(key) : undefined
  if (!key || bytes === undefined)
    throw new DomainError('invalid', 'ERR_UPLOAD_MISSING', 'There is no uploaded file')
  if (bytes > IMPORT_MAX_BYTES)
    throw new DomainError('too-large', 'ERR_SPREADSHEET_TOO_LARGE', 'The file is too large')
  return key
}
