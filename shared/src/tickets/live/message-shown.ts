import {
  isTooLate,
  NOT_CONNECTED,
  outcomeOf,
  reactionOf,
  reactorsOf,
  type StoredMessage,
} from '../../conversations/message.ts'
import { hasMedia, type StoredContent } from '../../messages/content.ts'
import type { QuotedPreview, ShownMessage } from '../contract/shown-message.ts'

/**
 * A stored message as its attendants see it.
 * @param now milliseconds since 1970
 * @param quotedPreview of the message that it quotes
 */
export function messageShown(
  message: StoredMessage,
  now: number,
  quotedPreview?: QuotedPreview,
): ShownMessage {
  const { messageId } = message
  return {
    id: messageId,
    ticketId: message.ticketId ?? null,
    chat: message.chat,
    at: message.at,
    fromMe: message.fromMe,
    origin: message.origin ?? null,
    auto: message.auto ?? null,
    campaignId: message.campaignId ?? null,
    internal: message.internal ?? false,
    ...writerOf(message),
    content: withoutPlace(message.content),
    ...(message.contentRevision && { contentRevision: message.contentRevision }),
    quoted: message.quoted ?? null,
    ...(quotedPreview && { quotedPreview }),
    status: outcomeOf(message, now) ?? null,
    level: message.level ?? null,
    failureCode: message.failureCode ?? (isTooLate(message, now) ? NOT_CONNECTED : null),
    reactions: reactionsTo(message),
    editedAt: message.editedAt ?? null,
    deletedAt: message.deletedAt ?? null,
    seq: message.seq ?? null,
    clientId: message.clientId ?? null,
    retriedAs: message.retriedAs ?? null,
    forwarded: message.forwarded ?? false,
    ...(message.failedChange && { failedChange: message.failedChange }),
  }
}

/** The author of a message, or the sender in a group. */
export const writerOf = ({ userId, userName, sender, name }: StoredMessage) => ({
  author: userId ? { id: userId, name: userName ?? '' } : null,
  sender: sender ? { name: name ?? null, number: sender.number ?? null } : null,
})

/** The API does not show a file's key in the bucket. */
const withoutPlace = (content: StoredContent): StoredContent =>
  hasMedia(content) ? { ...content, media: { ...content.media, key: null } } : content

const reactionsTo = (message: StoredMessage): ShownMessage['reactions'] =>
  reactorsOf(message).flatMap((by) => {
    const emoji = message[reactionOf(by).emoji]
    return emoji ? [{ by, emoji }] : []
  })
