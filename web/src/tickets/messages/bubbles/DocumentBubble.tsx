import type { MediaContent } from '@recado/shared/messages/content'
import { saveFileAt } from '../../../ui/save-file.ts'
import { FileCard } from './FileCard.tsx'
import { SaveButton } from './SaveButton.tsx'

interface DocumentBubbleProps {
  messageId: string
  content: Extract<MediaContent, { type: 'document' }>
}

/** A document, which is saved and never opened by the page. */
export const DocumentBubble = ({ messageId, content }: DocumentBubbleProps) => (
  <FileCard content={content}>
    <SaveButton messageId={messageId} fileName={content.fileName} save={saveFileAt} />
  </FileCard>
)
