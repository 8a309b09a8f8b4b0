import { ActionIcon } from '@mantine/core'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { messagesIn } from '../conversation-cache.ts'
import type { Aim } from '../messages/actions/use-aim.ts'
import { useLoadedMessage } from '../messages/use-loaded-message.ts'
import { useQuotedWords } from '../messages/use-quoted-words.ts'
import { writerName } from '../messages/writer-name.ts'
import { conversationQuery } from '../queries.ts'
import { ticketTitle } from '../ticket-title.ts'
import classes from './editing.module.css'

interface ReplyBarProps {
  ticket: Ticket
  aim: Aim
}

/** The message that the next answer quotes, above the field. */
export function ReplyBar({ ticket, aim }: ReplyBarProps) {
  const { t } = useTexts()
  const { quotedId } = aim
  const { message, isLoaded } = useLoadedMessage(ticket.id, quotedId)
  // The message of a draft that was begun earlier may be older than the loaded ones.
  const isOlder = quotedId !== null && isLoaded && !message
  const { data } = useInfiniteQuery({
    ...conversationQuery(ticket.id, quotedId ?? ''),
    enabled: isOlder,
    retry: false,
  })
  const quoted = message ?? messagesIn(data).find(({ id }) => id === quotedId)
  const words = useQuotedWords(quoted)
  if (!quotedId) return null
  return (
    <div className={classes.bar} data-quote>
      <span className={classes.words}>
        {quoted && (
          <bdi className={classes.author}>
            {t('tickets.replying.to', {
              name: writerName(quoted, ticketTitle(ticket.name), t('tickets.us')),
            })}
          </bdi>
        )}
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
