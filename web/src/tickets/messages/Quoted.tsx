import { UnstyledButton } from '@mantine/core'
import type { StoredContent } from '@recado/shared/messages/content'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { TextKey } from '../../i18n/index.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { contentWords } from '../../messages/content-words.ts'
import classes from './messages.module.css'
import { writerName } from './writer-name.ts'

interface QuotedProps {
  id: string
  /** Undefined while it is not loaded. */
  message: ShownMessage | undefined
  /** The name of the customer, or of the group. */
  ticketName: string
  onJump: (messageId: string) => void
}

/** The beginning of the message that another one quotes. A click goes there. */
export function Quoted({ id, message, ticketName, onJump }: QuotedProps) {
  const { t } = useTexts()
  const words = message ? (message.deletedAt ? t('tickets.deletedMessage') : wordsOf(message.content, t)) : ''
  return (
    <UnstyledButton className={classes.quoted} onClick={() => onJump(id)} title={t('tickets.goToQuoted')}>
      {message && (
        <bdi className={classes.quotedAuthor}>{writerName(message, ticketName, t('tickets.us'))}</bdi>
      )}
      <bdi className={classes.quotedText}>{words || t('tickets.quotedMessage')}</bdi>
    </UnstyledButton>
  )
}

function wordsOf(content: StoredContent, t: (key: TextKey) => string): string {
  if (content.type === 'note') return content.text
  return content.type === 'event' ? '' : contentWords(content, t)
}
