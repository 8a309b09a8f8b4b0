import { Text } from '@mantine/core'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../i18n/use-texts.ts'
import { useDirectory } from '../tickets/directory.ts'
import { QueueName } from '../tickets/QueueName.tsx'
import { ticketTitle } from '../tickets/ticket-title.ts'
import { WaitingTime } from '../tickets/WaitingTime.tsx'
import { isWaiting } from '../tickets/waiting.ts'
import { formatDateTime } from '../ui/dates.ts'
import { useNow } from '../ui/use-now.ts'
import { useZone } from '../zone/use-zone.ts'
import classes from './desk-report.module.css'

/** Tickets in short, each a link to itself. */
export function FigureTickets({ tickets }: { tickets: readonly Ticket[] }) {
  return (
    <ul className={classes.tickets}>
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <TicketLine ticket={ticket} />
        </li>
      ))}
    </ul>
  )
}

function TicketLine({ ticket }: { ticket: Ticket }) {
  const { t } = useTexts()
  const { queues, attendants } = useDirectory()
  const [now, zone] = [useNow(), useZone()]
  const queue = queues.get(ticket.queueId ?? '')
  const attendant = attendants.get(ticket.userId ?? '')
  return (
    <Link to="/tickets/$uuid" params={{ uuid: ticket.uuid }} className={classes.ticket}>
      <Text span fw={500} className={classes.name}>
        <bdi>{ticketTitle(ticket.name)}</bdi>
      </Text>
      {isWaiting(ticket) ? (
        <WaitingTime since={ticket.waitingSince} targetMinutes={queue?.targetMinutes} now={now} />
      ) : (
        <time dateTime={ticket.createdAt} className={classes.moment}>
          {formatDateTime(ticket.createdAt, zone)}
        </time>
      )}
      <span className={classes.facts}>
        {ticket.protocol && <span>{ticket.protocol}</span>}
        <QueueName queue={queue} />
        {attendant && <bdi className={classes.name}>{attendant.name}</bdi>}
        {ticket.rating?.rate && <span>{t('deskReport.rateOf', { rate: ticket.rating.rate })}</span>}
      </span>
    </Link>
  )
}
