import { filesOf } from '../files/open.ts'
import { uploadKey } from '../files/places.ts'

/** A file in the bucket that a browser uploaded before its call. */
export interface EarlierUpload {
  /** Its S3 key. */
  key: string
  /** Its size in bytes. */
  size: number
}

/** @returns undefined if there is no such file, or if the call names none */
export async function earlierUpload(
  companyId: string,
  uploadId: string | undefined,
): Promise<EarlierUpload | undefined> {
  if (!uploadId || !ULID.test(uploadId)) return undefined
  const key = uploadKey(companyId, uploadId)
  const size = await filesOf(companyId).sizeOf(key)
  return size === undefined ? undefined : { key, size }
}

/** Ids of other characters could name another place in the bucket. */
const ULID = /^[0-9A-Z]{26}$/
