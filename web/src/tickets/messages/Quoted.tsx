import { UnstyledButton } from '@mantine/core'
import { unsignedContent } from '@recado/shared/tickets/answering/signature'
import type { QuotedPreview, ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { useTexts } from '../../i18n/use-texts.ts'
import { contentWords } from '../../messages/content-words.ts'
import { usePreviewText } from '../../messages/preview-words.ts'
import classes from './messages.module.css'
import { writerName } from './writer-name.ts'

interface QuotedProps {
  id: string
  /** Undefined if nothing is known of it. */
  message: ShownMessage | QuotedPreview | undefined
  /** The name of the customer, or of the group. */
  ticketName: string
  onJump: (messageId: string) => void
}

/** The beginning of the message that another one quotes. A click goes there. */
export function Quoted({ id, message, ticketName, onJump }: QuotedProps) {
  const { t } = useTexts()
  const words = useQuotedWords(message)
  return (
    <UnstyledButton className={classes.quoted} onClick={() => onJump(id)} title={t('tickets.goToQuoted')}>
      {message && (
        <bdi className={classes.quotedAuthor}>{writerName(message, ticketName, t('tickets.us'))}</bdi>
      )}
      <bdi className={classes.quotedText}>{words || t('tickets.quotedMessage')}</bdi>
    </UnstyledButton>
  )
}

function useQuotedWords(message: QuotedProps['message']): string {
  const { t } = useTexts()
  const previewText = usePreviewText()
  if (!message) return ''
  if (message.deletedAt) return t('tickets.deletedMessage')
  if ('preview' in message) return previewText(message.preview)
  const { content, author } = message
  if (content.type === 'note') return content.text
  return content.type === 'event' ? '' : contentWords(unsignedContent(content, author?.name ?? ''), t)
}
