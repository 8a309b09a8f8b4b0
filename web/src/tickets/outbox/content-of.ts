import type { KeptMedia } from '@recado/shared/messages/kept-media'
import type { WrittenContent } from '@recado/shared/tickets/contract/written-content'
import type { OutboxEntry } from './entry.ts'

/** What an entry says: words, a file that was uploaded, or the file of a quick reply. */
export function contentOf({ text, file, replyFile, uploadId }: OutboxEntry): WrittenContent {
  if (replyFile) return contentOfReply(text, replyFile)
  if (!file) return { type: 'text', text }
  const { type, fileName, thumbnail, voice, seconds, waveform } = file
  const uploaded = { uploadId: uploadId ?? '' }
  switch (type) {
    case 'image':
    case 'video':
      return { type, ...uploaded, caption: text, ...(thumbnail && { thumbnail }) }
    case 'audio':
      return { type, ...uploaded, voice, seconds, ...(waveform && { waveform }) }
    case 'document':
      return { type, ...uploaded, fileName, caption: text }
  }
}

function contentOfReply(text: string, media: KeptMedia): WrittenContent {
  const uploadId = media.mediaId
  switch (media.type) {
    case 'image':
    case 'video': {
      const { type, thumbnail } = media
      return { type, uploadId, caption: text, ...(thumbnail && { thumbnail }) }
    }
    case 'audio': {
      const { type, voice, seconds, waveform } = media
      return { type, uploadId, voice, seconds, ...(waveform && { waveform }) }
    }
    case 'document':
      return { type: 'document', uploadId, fileName: media.fileName, caption: text }
  }
}
