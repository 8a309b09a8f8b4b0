import type { StoredMessage } from '@recado/shared/conversations/message'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import { type Content, hasMedia, isInternal, type MediaContent } from '@recado/shared/messages/content'
import { mediaKey } from '@recado/shared/messages/media-key'
import type { Actor } from '@recado/shared/sessions/session'
import type { WrittenContent, WrittenFile } from '@recado/shared/tickets/contract/written-content'
import { copyFile, type NewFile } from '../files/checked-file.ts'
import { filesOf } from '../files/open.ts'
import { seenTicket } from './seen-ticket.ts'
import { visibleMessage } from './visible-message.ts'

/** Puts a file where its message has it. @returns the content that the message is stored with */
export async function keepFile(
  companyId: string,
  connectionId: string,
  messageId: string,
  { content, source }: NewFile,
): Promise<MediaContent> {
  const key = mediaKey(companyId, connectionId, messageId)
  await copyFile(companyId, { content, source }, key)
  return { ...content, media: { ...content.media, key } }
}

/** Deletes the file of a message that was not stored. */
export const discardFile = (companyId: string, connectionId: string, messageId: string): Promise<void> =>
  filesOf(companyId).delete(mediaKey(companyId, connectionId, messageId))

type NotSentAgain = 'ERR_NOT_FORWARDED' | 'ERR_MESSAGE_SENT'

/**
 * Content that is sent once more in another message, with its own copy of the file.
 * @throws DomainError with this code for content that cannot be sent again
 */
export async function contentAgain(
  companyId: string,
  message: StoredMessage,
  to: { connectionId: string; messageId: string },
  code: NotSentAgain,
): Promise<Content> {
  const { content, source } = await sendableAgain(companyId, message, code)
  if (!hasMedia(content) || source === undefined) return content
  return keepFile(companyId, to.connectionId, to.messageId, { content, source })
}

/**
 * Content that can be sent once more, and the key of its file.
 * @throws DomainError with this code for other content, and while there is no file
 */
export async function sendableAgain(
  companyId: string,
  { content }: StoredMessage,
  code: NotSentAgain,
): Promise<{ content: Content; source?: string }> {
  if (!isSendable(content)) throw new DomainError('conflict', code, 'This message cannot be sent again')
  if (!hasMedia(content)) return { content }
  const { key } = content.media
  if (!key || (await filesOf(companyId).sizeOf(key)) === undefined)
    throw new DomainError('conflict', code, 'The file of this message has gone')
  return { content, source: key }
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
  return { url: await filesOf(actor.companyId).presignDownload(key) }
}
