import type { StoredContent } from './content.ts'
import type { MessageOrigin } from './origin.ts'
import { writtenText } from './written-text.ts'

/** What the gallery of a conversation collects. `files`: documents, and audio that was not recorded as a voice note. */
export const GALLERY_KINDS = ['media', 'files', 'links', 'campaigns'] as const
export type GalleryKind = (typeof GALLERY_KINDS)[number]

interface Collected {
  content: StoredContent
  origin?: MessageOrigin | null
  deletedAt?: string | null
}

/** Whether a message is in the gallery of a kind. Deleted messages, notes and events are in none. */
export function isInGallery({ content, origin, deletedAt }: Collected, kind: GalleryKind): boolean {
  if (deletedAt) return false
  switch (kind) {
    case 'media':
      return content.type === 'image' || content.type === 'video'
    case 'files':
      return content.type === 'document' || (content.type === 'audio' && !content.voice)
    case 'links':
      return ADDRESS.test(writtenText(content))
    case 'campaigns':
      return origin === 'campaign'
  }
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"]/
