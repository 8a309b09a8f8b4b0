import { UnstyledButton } from '@mantine/core'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './messages.module.css'
import { type Quotable, useQuotedWords } from './use-quoted-words.ts'
import { writerName } from './writer-name.ts'

interface QuotedProps {
  id: string
  /** Undefined if nothing is known of it. */
  message: Quotable | undefined
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
      <bdi className={classes.quotedText}>{words}</bdi>
    </UnstyledButton>
  )
}
