import type { StoredContent } from '@recado/shared/messages/content'
import { ContactCards } from './ContactCards.tsx'
import { LocationCard } from './LocationCard.tsx'
import { MediaBubble } from './MediaBubble.tsx'
import { MessageText } from './MessageText.tsx'
import { NoteText } from './NoteText.tsx'
import { NoticeCard } from './NoticeCard.tsx'
import { Unsupported } from './Unsupported.tsx'

interface BubbleContentProps {
  messageId: string
  content: StoredContent
}

/** Picks the component of a content. Events are no bubbles, and reactions, edits and deletions no messages. */
export function BubbleContent({ messageId, content }: BubbleContentProps) {
  switch (content.type) {
    case 'text':
      return <MessageText text={content.text} />
    case 'note':
      return <NoteText content={content} />
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return <MediaBubble messageId={messageId} content={content} />
    case 'location':
      return <LocationCard {...content} />
    case 'contact':
      return <ContactCards contacts={content.contacts} />
    case 'notice':
      return <NoticeCard content={content} />
    case 'unsupported':
      return <Unsupported />
    case 'reaction':
    case 'edit':
    case 'delete':
    case 'event':
      return null
  }
}
