import { Badge, Text } from '@mantine/core'
import type { ListedTicket } from '@recado/shared/tickets/contract/ticket'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatUntil } from '../../ui/dates.ts'
import { useNow } from '../../ui/use-now.ts'
import { useZone } from '../../zone/use-zone.ts'
import type { Directory } from '../directory.ts'
import { LastMessage } from '../LastMessage.tsx'
import { QueueName } from '../QueueName.tsx'
import { ticketTitle } from '../ticket-title.ts'
import tickets from '../tickets.module.css'
import { WaitingTime } from '../WaitingTime.tsx'
import { isWaiting } from '../waiting.ts'
import { CardMenu } from './CardMenu.tsx'
import classes from './kanban.module.css'
import type { CardHandlers } from './StageColumn.tsx'
import type { Stage } from './stage.ts'

interface StageCardProps extends CardHandlers {
  ticket: ListedTicket
  stage: Stage
  stages: readonly Stage[]
  directory: Directory
  isLifted: boolean
  howTo: string
  focusedId: RefObject<string | undefined>
}

const UNREAD_SHOWN = 99

/** A ticket on the kanban. It opens the conversation. */
export function StageCard(props: StageCardProps) {
  const { ticket, stage, stages, directory, isLifted, howTo, focusedId } = props
  const { onPointerDown, onKeyDown, onBlur, onMove } = props
  const { t } = useTexts()
  const linkRef = useRef<HTMLAnchorElement>(null)
  // The card was moved here, and its former element has gone.
  useEffect(() => {
    if (focusedId.current === ticket.id) linkRef.current?.focus()
  }, [focusedId, ticket.id])
  return (
    <div className={classes.card} data-lifted={isLifted || undefined}>
      <Link
        ref={linkRef}
        to="/tickets/$uuid"
        params={{ uuid: ticket.uuid }}
        className={classes.link}
        draggable={false}
        data-card={ticket.id}
        aria-describedby={howTo}
        onPointerDown={(event) => onPointerDown(event, ticket)}
        onKeyDown={(event) => onKeyDown(event, ticket)}
        onBlur={onBlur}
      >
        <span className={classes.line}>
          <Text span fw={600} size="sm" className={tickets.word}>
            <bdi>{ticketTitle(ticket.name)}</bdi>
          </Text>
          {ticket.unread > 0 && (
            <Badge
              size="sm"
              circle={ticket.unread < 10}
              className={classes.unread}
              aria-label={t('tickets.unread', { count: ticket.unread })}
            >
              {ticket.unread > UNREAD_SHOWN ? `${UNREAD_SHOWN}+` : ticket.unread}
            </Badge>
          )}
        </span>
        <span className={classes.preview}>
          <LastMessage ticket={ticket} />
        </span>
        <CardFacts ticket={ticket} stage={stage} directory={directory} />
      </Link>
      <CardMenu ticket={ticket} stage={stage} stages={stages} onMove={onMove} />
    </div>
  )
}

/** Queue, attendant, other tags, connection and waiting time, as far as they say something. */
function CardFacts({ ticket, stage, directory }: Pick<StageCardProps, 'ticket' | 'stage' | 'directory'>) {
  const { t } = useTexts()
  const zone = useZone()
  const now = useNow()
  const queue = directory.queues.get(ticket.queueId ?? '')
  const attendant = directory.attendants.get(ticket.userId ?? '')
  const connection = directory.connections.get(ticket.whatsappId)
  const tags = ticket.tagIds.flatMap((id) => (id === stage.id ? [] : (directory.tags.get(id) ?? [])))
  return (
    <span className={classes.facts}>
      {queue && <QueueName queue={queue} />}
      <bdi className={tickets.word}>{attendant?.name ?? t('tickets.nobody')}</bdi>
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
    </span>
  )
}
