import { DomainError } from '@recado/shared/errors/errors'
import { MEDIA_LIMITS, type Media, type MediaContent } from '@recado/shared/messages/content'
import { isShown, receivedTypeOf, TELLING_BYTES } from '@recado/shared/messages/media-type'
import type { WrittenFile } from '@recado/shared/tickets/contract/written-content'
import { nameOf } from './file-name.ts'
import { filesOf } from './open.ts'
import { replyFileKey, uploadKey } from './places.ts'

/** A file for customers that is not in its place yet. */
export interface NewFile {
  content: MediaContent
  /** The object that it is copied from. */
  source: string
}

/**
 * Checks the file of a message or of a quick reply. `uploadId` names an upload or the file of a quick reply, both of this
 * company: users know only the ids of replies that they may use.
 * @throws DomainError ERR_NO_FILE, ERR_UPLOAD_TOO_LARGE, ERR_MEDIA_TYPE
 */
export async function checkFile(companyId: string, written: WrittenFile): Promise<NewFile> {
  const { source, bytes } = await sourceOf(companyId, written.uploadId)
  if (bytes > MEDIA_LIMITS[written.type])
    throw new DomainError('too-large', 'ERR_UPLOAD_TOO_LARGE', 'The file is too large')
  const content = contentOf(written, bytes)
  const mimetype = receivedTypeOf(
    content,
    (await filesOf(companyId).beginning(source, TELLING_BYTES)) ?? new Uint8Array(),
  )
  const isAsNamed = written.type === 'document' || mimetype.startsWith(`${written.type}/`)
  if (!isAsNamed || (content.type === 'audio' && content.voice && mimetype !== 'audio/ogg'))
    throw new DomainError('invalid', 'ERR_MEDIA_TYPE', 'The file is not of this type')
  return { source, content: { ...content, media: { ...content.media, mimetype } } }
}

async function sourceOf(companyId: string, fileId: string): Promise<{ source: string; bytes: number }> {
  for (const source of [uploadKey(companyId, fileId), replyFileKey(companyId, fileId)]) {
    const bytes = await filesOf(companyId).sizeOf(source)
    if (bytes) return { source, bytes }
  }
  throw new DomainError('invalid', 'ERR_NO_FILE', 'There is no file')
}

/** The content of a written file, before its type is known. */
function contentOf(written: WrittenFile, bytes: number): MediaContent {
  const media: Media = { state: 'READY', mimetype: '', bytes, key: null }
  const { uploadId: _, ...content } = written
  return content.type === 'document'
    ? { ...content, fileName: nameOf(content.fileName), media }
    : { ...content, media }
}

/** Copies a checked file to its place, where it stays until it is deleted. */
export async function copyFile(companyId: string, { content, source }: NewFile, to: string): Promise<void> {
  const { mimetype } = content.media
  // A name makes a browser save the file instead of showing it.
  const savedAs =
    content.type === 'document' ? content.fileName : isShown(mimetype) ? undefined : content.type
  await filesOf(companyId).copy(source, to, mimetype, savedAs)
}
