import type { CodeOf } from '@recado/shared/errors/error-codes'
import { DomainError } from '@recado/shared/errors/errors'
import type { UploadedFile } from '@recado/shared/http/contract'
import { filesOf } from '../files/open.ts'
import { earlierUpload } from './earlier-upload.ts'

/** A file in the call, or one uploaded before. */
export interface Given {
  file?: UploadedFile
  uploadId?: string | undefined
  fileName?: string | undefined
}

/** The size limit of a file in bytes, and the error code above it. */
export interface Limit {
  longest: number
  code: CodeOf<'too-large'>
}

/** @throws DomainError ERR_NO_FILE for a missing or empty file, the limit's code for a too large one */
export async function givenFile(
  companyId: string,
  { file, uploadId, fileName }: Given,
  limit: Limit,
): Promise<{ name: string; bytes: Uint8Array }> {
  if (file) return sized({ name: fileName || file.name, bytes: file.bytes }, limit)
  const upload = await earlierUpload(companyId, uploadId)
  if (!upload) throw new DomainError('invalid', 'ERR_NO_FILE', 'There is no file')
  requireSize(upload.size, limit)
  const bytes = (await filesOf(companyId).get(upload.key)) ?? new Uint8Array()
  return sized({ name: fileName ?? '', bytes }, limit)
}

function sized(found: { name: string; bytes: Uint8Array }, limit: Limit) {
  if (found.bytes.length === 0) throw new DomainError('invalid', 'ERR_NO_FILE', 'The file is empty')
  requireSize(found.bytes.length, limit)
  return found
}

function requireSize(bytes: number, { longest, code }: Limit): void {
  if (bytes > longest) throw new DomainError('too-large', code, 'The file is too large')
}
