import type { StoredMessage } from '@recado/shared/conversations/message'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import {
  type Content,
  hasMedia,
  isInternal,
  MEDIA_LIMITS,
  type Media,
  type MediaContent,
} from '@recado/shared/messages/content'
import { mediaKey } from '@recado/shared/messages/media-key'
import { isShown, receivedTypeOf, TELLING_BYTES } from '@recado/shared/messages/media-type'
import type { Actor } from '@recado/shared/sessions/session'
import type { WrittenContent, WrittenFile } from '@recado/shared/tickets/contract/written-content'
import { files } from '../files/open.ts'
import { uploadKey } from '../files/places.ts'
import { nameOf } from '../uploads/given-file.ts'
import { seenTicket } from './seen-ticket.ts'
import { visibleMessage } from './visible-message.ts'

/** A message's file that is not in its place yet. */
export interface NewFile {
  content: MediaContent
  /** The object that it is copied from. */
  source: string
}

/**
 * Checks an uploaded file before it is sent.
 * @throws DomainError ERR_NO_FILE, ERR_UPLOAD_TOO_LARGE, ERR_MEDIA_TYPE
 */
export async function checkUpload(companyId: string, written: WrittenFile): Promise<NewFile> {
  const source = uploadKey(companyId, written.uploadId)
  const bytes = await files.sizeOf(source)
  if (!bytes) throw new DomainError('invalid', 'ERR_NO_FILE', 'There is no file')
  if (bytes > MEDIA_LIMITS[written.type])
    throw new DomainError('too-large', 'ERR_UPLOAD_TOO_LARGE', 'The file is too large')
  const content = contentOf(written, bytes)
  const mimetype = receivedTypeOf(content, (await files.beginning(source, TELLING_BYTES)) ?? new Uint8Array())
  const isAsNamed = written.type === 'document' || mimetype.startsWith(`${written.type}/`)
  if (!isAsNamed || (content.type === 'audio' && content.voice && mimetype !== 'audio/ogg'))
    throw new DomainError('invalid', 'ERR_MEDIA_TYPE', 'The file is not of this type')
  return { source, content: { ...content, media: { ...content.media, mimetype } } }
}

/** The content of a written file, before its type is known. */
function contentOf(written: WrittenFile, bytes: number): MediaContent {
  const media: Media = { state: 'READY', mimetype: '', bytes, key: null }
  const { uploadId: _, ...content } = written
  return content.type === 'document'
    ? { ...content, fileName: nameOf(content.fileName), media }
    : { ...content, media }
}

/** Puts a file where its message has it. @returns the content that the message is stored with */
export async function keepFile(
  companyId: string,
  connectionId: string,
  messageId: string,
  { content, source }: NewFile,
): Promise<MediaContent> {
  const key = mediaKey(companyId, connectionId, messageId)
  const { mimetype } = content.media
  // A name makes a browser save the file instead of showing it.
  const savedAs =
    content.type === 'document' ? content.fileName : isShown(mimetype) ? undefined : content.type
  await files.copy(source, key, mimetype, savedAs)
  return { ...content, media: { ...content.media, key } }
}

/** Deletes the file of a message that was not stored. */
export const discardFile = (companyId: string, connectionId: string, messageId: string): Promise<void> =>
  files.delete(mediaKey(companyId, connectionId, messageId))

/**
 * Content that is sent once more in another message, with its own copy of the file.
 * @throws DomainError with this code for content that cannot be sent again
 */
export async function contentAgain(
  companyId: string,
  { content }: StoredMessage,
  to: { connectionId: string; messageId: string },
  code: 'ERR_NOT_FORWARDED' | 'ERR_MESSAGE_SENT',
): Promise<Content> {
  if (!isSendable(content)) throw new DomainError('conflict', code, 'This message cannot be sent again')
  if (!hasMedia(content)) return content
  const { key } = content.media
  if (!key || (await files.sizeOf(key)) === undefined)
    throw new DomainError('conflict', code, 'The file of this message has gone')
  return keepFile(companyId, to.connectionId, to.messageId, { content, source: key })
}

const SENDABLE: readonly string[] = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contact',
] satisfies Content['type'][]

const isSendable = (content: StoredMessage['content']): content is Content =>
  !isInternal(content) && SENDABLE.includes(content.type)

/** Whether a user's words name a file. */
export const isFile = (written: WrittenContent): written is WrittenFile => written.type !== 'text'

/**
 * An address of a message's file.
 * @throws DomainError ERR_NO_TICKET_FOUND, ERR_NO_MESSAGE_FOUND; ERR_NO_FILE while there is none
 */
export async function address(actor: Actor, ticketId: string, messageId: string): Promise<{ url: string }> {
  const message = await visibleMessage(actor, await seenTicket(actor, ticketId), messageId)
  if (!hasMedia(message.content)) throw notFound('ERR_NO_MESSAGE_FOUND')
  const { state, key } = message.content.media
  if (state !== 'READY' || !key) throw new DomainError('invalid', 'ERR_NO_FILE', 'There is no file')
  return { url: await files.presignDownload(key) }
}
