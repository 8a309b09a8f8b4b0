import { messageOfId, type StoredMessage } from '@recado/shared/conversations/message'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import { type Content, hasMedia, isInternal, type MediaContent } from '@recado/shared/messages/content'
import { mediaKey } from '@recado/shared/messages/media-key'
import { isShown } from '@recado/shared/messages/media-type'
import { isSendableKind } from '@recado/shared/messages/sendable'
import type { Actor } from '@recado/shared/sessions/session'
import type { WrittenContent, WrittenFile } from '@recado/shared/tickets/contract/written-content'
import { tableOf } from '../context.ts'
import { copyFile, type NewFile } from '../files/checked-file.ts'
import { filesOf } from '../files/open.ts'
import { seenTicket } from './seen-ticket.ts'
import { visibleMessage } from './visible-message.ts'

async function keepFile(
  companyId: string,
  connectionId: string,
  messageId: string,
  { content, source }: NewFile,
): Promise<MediaContent> {
  const key = mediaKey(companyId, connectionId, messageId)
  await copyFile(companyId, { content, source }, key)
  return { ...content, media: { ...content.media, key } }
}

/** Puts a file where its message on this connection has it. @returns the content that the message is stored with */
export type KeepFile = (connectionId: string, file: NewFile) => Promise<MediaContent>

/**
 * Runs a call that stores a message. If it is refused, the file that it kept is deleted, unless the message exists: two
 * simultaneous calls with one id keep their file at the same place, and one of them may have stored the message.
 */
export async function withItsFile<T>(
  companyId: string,
  messageId: string,
  store: (keep: KeepFile) => Promise<T>,
): Promise<T> {
  let keptOn: string | undefined
  try {
    return await store((connectionId, file) => {
      keptOn = connectionId
      return keepFile(companyId, connectionId, messageId, file)
    })
  } catch (error) {
    // After any other error the call is repeated, and its message may have been stored.
    if (!(error instanceof DomainError) || keptOn === undefined) throw error
    const stored = await messageOfId(tableOf(companyId), keptOn, { messageId, fromMe: true })
    if (!stored) await filesOf(companyId).delete(mediaKey(companyId, keptOn, messageId))
    throw error
  }
}

type NotSentAgain = 'ERR_NOT_FORWARDED' | 'ERR_MESSAGE_SENT'

/**
 * Content that is sent once more in another message, with its own copy of the file.
 * @param connectionId of the other message
 * @throws DomainError with this code for content that cannot be sent again
 */
export async function contentAgain(
  companyId: string,
  message: StoredMessage,
  connectionId: string,
  keep: KeepFile,
  code: NotSentAgain,
): Promise<Content> {
  const { content, source } = await sendableAgain(companyId, message, code)
  return hasMedia(content) && source !== undefined ? keep(connectionId, { content, source }) : content
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

const isSendable = (content: StoredMessage['content']): content is Content =>
  !isInternal(content) && isSendableKind(content.type)

/** Whether a user's words name a file. */
export const isFile = (written: WrittenContent): written is WrittenFile => written.type !== 'text'

/**
 * An address of a message's file.
 * @throws DomainError ERR_NO_TICKET_FOUND, ERR_NO_MESSAGE_FOUND; ERR_NO_FILE while there is none
 */
export async function address(actor: Actor, ticketId: string, messageId: string): Promise<{ url: string }> {
  const message = await visibleMessage(actor, await seenTicket(actor, ticketId), messageId)
  const { content } = message
  if (!hasMedia(content)) throw notFound('ERR_NO_MESSAGE_FOUND')
  const { state, key } = content.media
  if (state !== 'READY' || !key) throw new DomainError('invalid', 'ERR_NO_FILE', 'There is no file')
  return { url: await filesOf(actor.companyId).presignDownload(key, savedAs(content)) }
}

/** The name under which a browser saves a file that it must not show; undefined for a picture, a video or a sound. */
function savedAs(content: MediaContent): string | undefined {
  if (content.type === 'document') return content.fileName || 'arquivo'
  return isShown(content.media.mimetype) ? undefined : 'arquivo'
}
