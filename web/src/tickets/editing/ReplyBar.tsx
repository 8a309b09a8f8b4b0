import { ActionIcon } from '@mantine/core'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { TextKey } from '../../i18n/index.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { contentWords } from '../../messages/content-words.ts'
import { type Conversation, messagesIn } from '../conversation-cache.ts'
import { ticketKeys } from '../keys.ts'
import type { Aim } from '../messages/actions/use-aim.ts'
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
  const client = useQueryClient()
  const { quotedId } = aim
  const conversations = client.getQueriesData<Conversation>({ queryKey: ticketKeys.messages(ticket.id) })
  const loaded = conversations.flatMap(([, shown]) => messagesIn(shown)).find(({ id }) => id === quotedId)
  // The message of a draft that was begun earlier may be older than the loaded ones.
  const isOlder = quotedId !== null && conversations.some(([, shown]) => shown) && !loaded
  const { data } = useInfiniteQuery({
    ...conversationQuery(ticket.id, quotedId ?? ''),
    enabled: isOlder,
    retry: false,
  })
  if (!quotedId) return null
  const quoted = loaded ?? messagesIn(data).find(({ id }) => id === quotedId)
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
        <bdi className={classes.quoted}>{wordsOf(quoted, t)}</bdi>
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

function wordsOf(quoted: ShownMessage | undefined, t: (key: TextKey) => string): string {
  if (quoted?.deletedAt) return t('tickets.deletedMessage')
  const { content } = quoted ?? {}
  if (!content || content.type === 'note' || content.type === 'event') return t('tickets.quotedMessage')
  return contentWords(content, t)
}
