import { Badge, Text } from '@mantine/core'
import type { ListedTicket } from '@recado/shared/tickets/contract/ticket'
import { inTriage } from '@recado/shared/tickets/rules/machine'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { formatUntil } from '../../ui/dates.ts'
import { useNow } from '../../ui/use-now.ts'
import { useZone } from '../../zone/use-zone.ts'
import type { ActionsOf } from '../actions/use-ticket-actions.tsx'
import type { Directory } from '../directory.ts'
import { LastMessage } from '../LastMessage.tsx'
import { MutedSign } from '../MutedSign.tsx'
import { shortMoment } from '../moments.ts'
import { QueueName } from '../QueueName.tsx'
import type { TicketsSearch } from '../search.ts'
import { TicketAvatar } from '../TicketAvatar.tsx'
import { ticketTitle } from '../ticket-title.ts'
import tickets from '../tickets.module.css'
import { WaitingTime } from '../WaitingTime.tsx'
import { isWaiting } from '../waiting.ts'
import classes from './list.module.css'
import { TicketMenu } from './TicketMenu.tsx'

interface TicketRowProps {
  ticket: ListedTicket
  directory: Directory
  search: TicketsSearch
  isOpen: boolean
  actionsOf: ActionsOf
}

const UNREAD_SHOWN = 99

export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { ticket, directory, search, isOpen, actionsOf } = props
  const { t } = useTexts()
  const { id: me } = useUser()
  const zone = useZone()
  const now = useNow()
  const isTriage = inTriage(ticket)
  const isForMe = ticket.status === 'pending' && (ticket.preferredUserId === me || ticket.userId === me)
  // The composer of the open ticket shows the text itself.
  const draftText = isOpen ? null : ticket.draftText
  return (
    <div
      className={classes.row}
      data-ticket-row={ticket.id}
      data-open={isOpen || undefined}
      data-triage={isTriage || undefined}
      data-for-me={isForMe || undefined}
    >
      <Link
        to="/tickets/$uuid"
        params={{ uuid: ticket.uuid }}
        search={search}
        className={classes.link}
        aria-current={isOpen ? 'page' : undefined}
      >
        <TicketAvatar name={ticketTitle(ticket.name)} isGroup={ticket.isGroup} />
        <div className={classes.words}>
          <div className={classes.line}>
            <Text span fw={ticket.unread > 0 ? 600 : 500} className={tickets.word}>
              <bdi>{ticketTitle(ticket.name)}</bdi>
            </Text>
            <span className={classes.time}>
              {ticket.group?.muted && <MutedSign />}{' '}
              <time dateTime={ticket.lastAt}>{shortMoment(ticket.lastAt, now, zone)}</time>
            </span>
          </div>
          <div className={classes.line}>
            {draftText === null ? (
              <span className={classes.preview}>
                <LastMessage ticket={ticket} />
              </span>
            ) : (
              <span className={classes.preview}>
                <span className={classes.draft}>{t('tickets.list.draft')}</span> <bdi>{draftText}</bdi>
              </span>
            )}
            {ticket.unread > 0 && (
              <Badge
                size="sm"
                className={classes.unread}
                variant={ticket.group?.muted ? 'default' : 'filled'}
                circle={ticket.unread < 10}
                aria-label={t('tickets.unread', { count: ticket.unread })}
              >
                {ticket.unread > UNREAD_SHOWN ? `${UNREAD_SHOWN}+` : ticket.unread}
              </Badge>
            )}
          </div>
          <RowFacts ticket={ticket} directory={directory} isTriage={isTriage} isForMe={isForMe} now={now} />
        </div>
      </Link>
      <TicketMenu ticket={ticket} actions={actionsOf(ticket)} search={search} />
    </div>
  )
})

interface RowFactsProps extends Pick<TicketRowProps, 'ticket' | 'directory'> {
  isTriage: boolean
  isForMe: boolean
  now: number
}

/** Queue, attendant, tags, connection and waiting time, as far as they say something. */
function RowFacts({ ticket, directory, isTriage, isForMe, now }: RowFactsProps) {
  const { t } = useTexts()
  const { id: me } = useUser()
  const zone = useZone()
  const queue = directory.queues.get(ticket.queueId ?? '')
  const connection = directory.connections.get(ticket.whatsappId)
  const attendant = ticket.userId === me ? undefined : directory.attendants.get(ticket.userId ?? '')
  const tags = ticket.tagIds.flatMap((id) => directory.tags.get(id) ?? [])
  return (
    <div className={classes.facts}>
      {isForMe && <span className={classes.forMe}>{t('tickets.list.forYou')}</span>}
      {isTriage ? <span>{t('tickets.list.inMenu')}</span> : queue && <QueueName queue={queue} />}
      {attendant && <bdi className={tickets.word}>{attendant.name}</bdi>}
      {directory.connections.size > 1 && connection && <bdi className={tickets.word}>{connection.name}</bdi>}
      {tags.map((tag) => (
        <QueueName key={tag.id} queue={tag} />
      ))}
      {isWaiting(ticket) && (
        <WaitingTime since={ticket.waitingSince} targetMinutes={queue?.targetMinutes} now={now} />
      )}
      {ticket.snoozedUntil && (
        <span>{t('tickets.snooze.is', { until: formatUntil(ticket.snoozedUntil, now, zone) })}</span>
      )}
      {ticket.repliedAfterAt && <span>{t('tickets.list.repliedAfter')}</span>}
    </div>
  )
}
