import type { KeptMedia } from '@recado/shared/messages/kept-media'
import type { WrittenMessage } from './use-outgoing-messages.ts'

/**
 * The messages that leave for a text and the file of a quick reply. The text is the caption of the file; an audio has
 * none, so the text leaves before it.
 */
export function writtenMessages(text: string, replyFile: KeptMedia | null): WrittenMessage[] {
  const words = text ? [{ text }] : []
  if (!replyFile) return words
  return replyFile.type === 'audio' ? [...words, { text: '', replyFile }] : [{ text, replyFile }]
}
