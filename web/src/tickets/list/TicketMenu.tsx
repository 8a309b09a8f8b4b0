import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import {
  type Icon,
  IconArrowsExchange,
  IconCheck,
  IconClockPause,
  IconClockPlay,
  IconEye,
  IconMailOpened,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { TextKey } from '../../i18n/index.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { MoreMenu } from '../../ui/MoreMenu.tsx'
import { isReader, mayMarkUnread } from '../actions/may-mark-unread.ts'
import type { TicketActions } from '../actions/use-ticket-actions.tsx'
import { useMarkUnread } from '../mutations.ts'
import type { TicketsSearch } from '../search.ts'
import { ticketTitle } from '../ticket-title.ts'
import classes from './list.module.css'

interface TicketMenuProps {
  ticket: Ticket
  actions: TicketActions
  search: TicketsSearch
}

interface RowChoice {
  text: TextKey
  sign: Icon
  isOffered: boolean
  run: () => void
}

/** Further actions of a row. Without any there is no menu. */
export function TicketMenu({ ticket, actions, search }: TicketMenuProps) {
  const { t } = useTexts()
  const { id: me } = useUser()
  const navigate = useNavigate()
  const { mutate: markUnread } = useMarkUnread()
  const choices: RowChoice[] = [
    ...choicesOf(ticket, actions),
    {
      text: 'tickets.list.peek',
      sign: IconEye,
      isOffered: !ticket.isGroup && !isReader(ticket, me) && ticket.status !== 'closed',
      run: () => navigate({ to: '/tickets/$uuid', params: { uuid: ticket.uuid }, search }),
    },
    {
      text: 'tickets.list.markUnread',
      sign: IconMailOpened,
      isOffered: mayMarkUnread(ticket, me),
      run: () => markUnread(ticket.id),
    },
  ]
  const offered = choices.filter(({ isOffered }) => isOffered)
  if (offered.length === 0) return null
  const items = offered.map(({ text, sign, run }) => ({ label: t(text), icon: sign, onClick: run }))
  return (
    <MoreMenu
      name={ticketTitle(ticket.name)}
      items={items}
      loading={actions.isBusy}
      size="md"
      className={classes.menu}
    />
  )
}

/** The changes of the ticket that a row offers. */
const choicesOf = (
  { status }: Ticket,
  { kinds, open, transfer, snooze, wake }: TicketActions,
): RowChoice[] => [
  {
    text: 'tickets.actions.accept',
    sign: IconCheck,
    isOffered: status === 'pending' && kinds.has('open'),
    run: () => open(),
  },
  {
    text: 'tickets.actions.transfer',
    sign: IconArrowsExchange,
    isOffered: kinds.has('transfer'),
    run: transfer,
  },
  {
    text: wake ? 'tickets.actions.wake' : 'tickets.actions.snooze',
    sign: wake ? IconClockPlay : IconClockPause,
    isOffered: kinds.has('snooze'),
    run: wake ?? snooze,
  },
]
