import type { ChatMessage } from '@recado/shared/chats/chat'
import type { MediaContent } from '@recado/shared/messages/content'
import type { MediaMessage } from '../../tickets/media/media-messages.ts'

/** A message's file as bubbles show it; undefined if it has none. */
export function mediaOf({ media, isFileGone }: ChatMessage): MediaContent | undefined {
  if (!media) return undefined
  const { mediaId: _, mimetype, bytes, ...given } = media
  const file = { state: isFileGone ? ('ERASED' as const) : ('READY' as const), mimetype, bytes, key: null }
  // The words stand below the file.
  return given.type === 'audio' ? { ...given, media: file } : { ...given, caption: '', media: file }
}

/** The messages with files that can be opened, in the same order. */
export const mediaMessagesIn = (messages: readonly ChatMessage[]): MediaMessage[] =>
  messages.flatMap((message) => {
    const content = mediaOf(message)
    const { id, at } = message
    return content?.media.state === 'READY' ? [{ id, at, content }] : []
  })
