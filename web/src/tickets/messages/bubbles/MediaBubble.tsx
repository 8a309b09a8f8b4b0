import type { MediaContent } from '@recado/shared/messages/content'
import { AudioBubble } from './AudioBubble.tsx'
import { DocumentBubble } from './DocumentBubble.tsx'
import { FileCard } from './FileCard.tsx'
import { PictureBubble } from './PictureBubble.tsx'
import { StickerBubble } from './StickerBubble.tsx'

interface MediaBubbleProps {
  messageId: string
  content: MediaContent
}

/** Picks the component of a file. One that is not there is named, and says why. */
export function MediaBubble({ messageId, content }: MediaBubbleProps) {
  if (content.media.state !== 'READY') return <FileCard content={content} />
  switch (content.type) {
    case 'image':
    case 'video':
      return <PictureBubble messageId={messageId} content={content} />
    case 'audio':
      return <AudioBubble messageId={messageId} content={content} />
    case 'document':
      return <DocumentBubble messageId={messageId} content={content} />
    case 'sticker':
      return <StickerBubble messageId={messageId} />
  }
}
