import { chatFileKey, fileOfMessage } from '@recado/shared/chats/stored-chat'
import { DomainError } from '@recado/shared/errors/errors'
import type { KeptMedia, KeptMediaInput } from '@recado/shared/messages/kept-media'
import type { Actor } from '@recado/shared/sessions/session'
import { keepFile } from '../files/kept-file.ts'
import { filesOf } from '../files/open.ts'
import { messageIn, ownChat } from './own-chat.ts'

/**
 * Copies the file of a message to a place of its own.
 * @throws DomainError ERR_NO_FILE, ERR_UPLOAD_TOO_LARGE, ERR_MEDIA_TYPE
 */
export const keepChatFile = (companyId: string, chatId: string, given: KeptMediaInput): Promise<KeptMedia> =>
  keepFile(companyId, given, (company, mediaId) => chatFileKey(company, chatId, mediaId))

/** Deletes a file that no message has, or that its message no longer has. */
export const forgetChatFile = (
  companyId: string,
  chatId: string,
  { mediaId }: Pick<KeptMedia, 'mediaId'>,
): Promise<void> => filesOf(companyId).delete(chatFileKey(companyId, chatId, mediaId))

/**
 * An address of a message's file.
 * @throws DomainError ERR_NO_CHAT_FOUND, ERR_NO_MESSAGE_FOUND; ERR_NO_FILE if it has none
 */
export async function address(actor: Actor, chatId: string, messageId: string): Promise<{ url: string }> {
  const message = await messageIn(actor, await ownChat(actor, chatId), messageId)
  const key = fileOfMessage(actor.companyId, message)
  if (!key) throw new DomainError('invalid', 'ERR_NO_FILE', 'There is no file')
  return { url: await filesOf(actor.companyId).presignDownload(key) }
}
