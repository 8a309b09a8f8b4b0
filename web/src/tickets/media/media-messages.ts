import { hasMedia, type MediaContent } from '@recado/shared/messages/content'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'

/** A message with a file that can be opened. */
export interface MediaMessage {
  id: string
  at: string
  content: MediaContent
}

/** A file that the viewer shows. */
export interface ViewedMessage extends MediaMessage {
  content: Extract<MediaContent, { type: 'image' | 'video' }>
}

/** The messages of a conversation whose files are there, in the same order. */
export const mediaIn = (messages: readonly ShownMessage[]): MediaMessage[] =>
  messages.flatMap(({ id, at, content, deletedAt }) =>
    !deletedAt && hasMedia(content) && content.media.state === 'READY' ? [{ id, at, content }] : [],
  )

/** The pictures and videos among them. */
export const viewedIn = (messages: readonly MediaMessage[]): ViewedMessage[] =>
  messages.flatMap(({ id, at, content }) =>
    content.type === 'image' || content.type === 'video' ? [{ id, at, content }] : [],
  )

/** The voice note that plays after another one; undefined after the last. */
export function voiceNoteAfter(messages: readonly MediaMessage[], id: string): MediaMessage | undefined {
  const voiceNotes = messages.filter(({ content }) => content.type === 'audio' && content.voice)
  const index = voiceNotes.findIndex((one) => one.id === id)
  return index < 0 ? undefined : voiceNotes[index + 1]
}
