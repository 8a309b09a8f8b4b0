import { ActionIcon } from '@mantine/core'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { contentWords } from '../../messages/content-words.ts'
import { type Conversation, messagesIn } from '../conversation-cache.ts'
import { ticketKeys } from '../keys.ts'
import type { Aim } from '../messages/actions/use-aim.ts'
import { writerName } from '../messages/writer-name.ts'
import { ticketTitle } from '../ticket-title.ts'
import classes from './editing.module.css'

interface ReplyBarProps {
  ticket: Ticket
  aim: Aim
}

/** The message that the next answer quotes, above the field. */
export function ReplyBar({ ticket, aim }: ReplyBarProps) {
  const { t } = useTexts()
  const client = useQueryClient()
  if (!aim.quotedId) return null
  const quoted = client
    .getQueriesData<Conversation>({ queryKey: ticketKeys.messages(ticket.id) })
    .flatMap(([, shown]) => messagesIn(shown))
    .find(({ id }) => id === aim.quotedId)
  const name = ticketTitle(ticket.name)
  const author = quoted ? writerName(quoted, name, t('tickets.us')) : name
  const { content } = quoted ?? {}
  const words =
    content && content.type !== 'note' && content.type !== 'event'
      ? contentWords(content, t)
      : t('tickets.quotedMessage')
  return (
    <div className={classes.bar} data-quote>
      <span className={classes.words}>
        <bdi className={classes.author}>{t('tickets.replying.to', { name: author })}</bdi>
        <bdi className={classes.quoted}>{words}</bdi>
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('tickets.replying.cancel')}
        onClick={() => aim.quote(null)}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}
