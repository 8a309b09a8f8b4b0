import { newId } from '@recado/shared/ids'
import type { KeptMedia, KeptMediaInput } from '@recado/shared/messages/kept-media'
import type { WrittenFile } from '@recado/shared/tickets/contract/written-content'
import { checkFile, copyFile } from './checked-file.ts'

/**
 * Copies a file for customers to a place of its own, so that its owner can delete it.
 * @param keyOf the place of a file with this id
 * @throws DomainError ERR_NO_FILE, ERR_UPLOAD_TOO_LARGE, ERR_MEDIA_TYPE
 */
export async function keepFile(
  companyId: string,
  given: KeptMediaInput,
  keyOf: (companyId: string, mediaId: string) => string,
): Promise<KeptMedia> {
  const file = await checkFile(companyId, writtenOf(given))
  const mediaId = newId()
  await copyFile(companyId, file, keyOf(companyId, mediaId))
  const { mimetype, bytes } = file.content.media
  // The name as it was cleaned.
  const named = file.content.type === 'document' ? { fileName: file.content.fileName } : {}
  return { ...given, ...named, mediaId, mimetype, bytes }
}

/** The file as a message would send it. */
function writtenOf({ mediaId: uploadId, ...given }: KeptMediaInput): WrittenFile {
  return given.type === 'audio' ? { ...given, uploadId } : { ...given, uploadId, caption: '' }
}
