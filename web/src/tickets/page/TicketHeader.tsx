import { Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { inTriage } from '@recado/shared/tickets/rules/machine'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { BackButton } from '../../ui/BackButton.tsx'
import { formatUntil } from '../../ui/dates.ts'
import { ShownNumber } from '../../ui/ShownNumber.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useWidth } from '../../ui/use-width.ts'
import { useZone } from '../../zone/use-zone.ts'
import { ActionButtons, type Room } from '../actions/ActionButtons.tsx'
import type { TicketActions } from '../actions/use-ticket-actions.tsx'
import { numberOf } from '../chat-number.ts'
import { useTicketContact } from '../contact/use-ticket-contact.ts'
import type { Directory } from '../directory.ts'
import { MutedSign } from '../MutedSign.tsx'
import { useColleagueWords } from '../presence/use-colleague-words.ts'
import { QueueName } from '../QueueName.tsx'
import type { TicketsSearch } from '../search.ts'
import { TicketAvatar } from '../TicketAvatar.tsx'
import { ticketTitle } from '../ticket-title.ts'
import { WaitingTime } from '../WaitingTime.tsx'
import { isWaiting } from '../waiting.ts'
import { keepToastsBelow } from './keep-toasts-below.ts'
import classes from './page.module.css'

interface TicketHeaderProps {
  ticket: Ticket
  directory: Directory
  actions: TicketActions
  search: TicketsSearch
  isPanelOpen: boolean
  onPanel: () => void
}

/** From these widths (px) on there is room for all actions, and for the avatar and the signs of actions. */
const WIDE_PX = 760
const MEDIUM_PX = 420

const roomIn = (width: number): Room => (width >= WIDE_PX ? 'wide' : width >= MEDIUM_PX ? 'medium' : 'narrow')

/** Whose conversation it is, where it stands, and what can be done with it. */
export function TicketHeader({
  ticket,
  directory,
  actions,
  search,
  isPanelOpen,
  onPanel,
}: TicketHeaderProps) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { id: me } = useUser()
  const zone = useZone()
  const now = useNow()
  const { ref: sizeRef, width } = useWidth()
  const ref = useMergedRef(sizeRef, keepToastsBelow)
  const room = roomIn(width)
  const number = numberOf(ticket.chat)
  const queue = directory.queues.get(ticket.queueId ?? '')
  // The contact may have been renamed since.
  const name = useTicketContact(ticket).data?.name || ticketTitle(ticket.name)
  // The actions offered show that a ticket is the user's own.
  const attendant = ticket.userId === me ? undefined : directory.attendants.get(ticket.userId ?? '')
  const colleagues = useColleagueWords(ticket.id)
  const panelLabel = isPanelOpen ? t('tickets.panel.close') : t('tickets.panel.open')
  return (
    <div ref={ref} className={classes.header} data-room={room}>
      <BackButton className={classes.back} onNoHistory={() => navigate({ to: '/tickets', search })} />
      <Tooltip label={panelLabel}>
        <button type="button" className={classes.who} onClick={onPanel} aria-expanded={isPanelOpen}>
          {room !== 'narrow' && <TicketAvatar name={name} isGroup={ticket.isGroup} />}
          <span className={classes.whoWords}>
            <Text span fw={600} className={classes.cut}>
              <bdi>{name}</bdi> {ticket.group?.muted && <MutedSign />}
            </Text>
            <span className={classes.facts}>
              {colleagues && (
                <bdi className={classes.colleagues} aria-hidden>
                  {colleagues}
                </bdi>
              )}
              {ticket.snoozedUntil ? (
                <span className={classes.snooze}>
                  {t('tickets.snooze.is', { until: formatUntil(ticket.snoozedUntil, now, zone) })}
                </span>
              ) : (
                isWaiting(ticket) && (
                  <WaitingTime since={ticket.waitingSince} targetMinutes={queue?.targetMinutes} now={now} />
                )
              )}
            </span>
            <span className={classes.facts}>
              <span className={classes.address}>
                {number && (
                  <span>
                    <ShownNumber number={number} />
                  </span>
                )}
                {inTriage(ticket) ? (
                  <span>{t('tickets.list.inMenu')}</span>
                ) : (
                  ticket.queueId && <QueueName queue={queue} />
                )}
              </span>
              {attendant && <bdi>{attendant.name}</bdi>}
              <span>{ticket.protocol}</span>
            </span>
            <VisuallyHidden>{panelLabel}</VisuallyHidden>
          </span>
        </button>
      </Tooltip>
      <VisuallyHidden role="status">{colleagues}</VisuallyHidden>
      <ActionButtons actions={actions} isClosed={ticket.status === 'closed'} room={room} />
    </div>
  )
}
