import { Skeleton, Text } from '@mantine/core'
import { ApiError } from '@recado/shared/http/api-error'
import { IconMessages, IconMessagesOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { ticketQuery } from '../../tickets/queries.ts'
import { ticketTitle } from '../../tickets/ticket-title.ts'
import classes from './chat-messages.module.css'

/** A ticket that a message names, as far as the reader may see it. It opens there. */
export function TicketCard({ uuid }: { uuid: string }) {
  const { t } = useTexts()
  const { data: ticket, error } = useQuery(ticketQuery(uuid))
  const isHidden = error instanceof ApiError && error.status === 404
  if (isHidden)
    return (
      <span className={classes.ticket}>
        <IconMessagesOff size={22} aria-hidden />
        <span>{t('chats.ticket.hidden')}</span>
      </span>
    )
  if (!ticket && !error) return <Skeleton height={52} width={240} maw="100%" my={4} />
  return (
    <Link
      to="/tickets/$uuid"
      params={{ uuid }}
      search={{}}
      className={classes.ticket}
      title={t('chats.ticket.open', { protocol: ticket?.protocol ?? '' })}
    >
      <IconMessages size={22} aria-hidden />
      <span className={classes.ticketWords}>
        <Text component="bdi" size="sm" fw={600} truncate>
          {ticket ? ticketTitle(ticket.name) : t('chats.ticket.one')}
        </Text>
        {ticket && (
          <Text span size="xs">
            {ticket.protocol} · {t(`contactBook.tickets.status.${ticket.status}`)}
          </Text>
        )}
      </span>
    </Link>
  )
}
