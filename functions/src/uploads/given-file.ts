import { DomainError } from '@recado/shared/errors'
import type { UploadedFile } from '@recado/shared/http/contract'
import { files } from '../files/open.ts'
import { uploadKey } from '../files/places.ts'

/** A file that came with the call, or that lies in the bucket since. */
export interface Given {
  file?: UploadedFile
  uploadId?: string | undefined
  fileName?: string | undefined
}

/** How many bytes are taken at most, and what is said of more. */
interface Limit {
  longest: number
  code: string
}

/** @throws DomainError ERR_NO_FILE where there is none or it is empty, the limit's code where it is too large */
export async function givenFile(
  companyId: string,
  { file, uploadId, fileName }: Given,
  limit: Limit,
): Promise<{ name: string; bytes: Uint8Array }> {
  if (file) return sized({ name: fileName || file.name, bytes: file.bytes }, limit)
  const key = uploadId && /^[0-9A-Z]{26}$/.test(uploadId) ? uploadKey(companyId, uploadId) : undefined
  const size = key ? await files.sizeOf(key) : undefined
  if (!key || size === undefined) throw new DomainError('invalid', 'ERR_NO_FILE', 'There is no file')
  requireSize(size, limit)
  return sized({ name: fileName ?? '', bytes: (await files.get(key)) ?? new Uint8Array() }, limit)
}

function sized(found: { name: string; bytes: Uint8Array }, limit: Limit) {
  if (found.bytes.length === 0) throw new DomainError('invalid', 'ERR_NO_FILE', 'The file is empty')
  requireSize(found.bytes.length, limit)
  return found
}

function requireSize(bytes: number, { longest, code }: Limit): void {
  if (bytes > longest) throw new DomainError('too-large', code, 'The file is too large')
}

const LONGEST_NAME = 255

/** A file's name without the folders it came from, and what no file system or header takes. */
export const nameOf = (given: string): string =>
  given
    .replace(/^.*[\\/]/, '')
    .slice(-LONGEST_NAME)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}:*?"<>|]/gu, ' ')
    .trim() || 'anexo'
