import { ActionIcon, Menu } from '@mantine/core'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { IconCheck, IconDots, IconEye, IconMailOpened } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { isReader, mayMarkUnread } from '../actions/may-mark-unread.ts'
import { useTicketActions } from '../actions/use-ticket-actions.tsx'
import type { Directory } from '../directory.ts'
import { useMarkUnread } from '../mutations.ts'
import type { TicketsSearch } from '../search.ts'
import classes from './list.module.css'

interface RowMenuProps {
  ticket: Ticket
  directory: Directory
  search: TicketsSearch
  onOpened: (ticket: Ticket) => void
}

/** Further actions of a row. Without any there is no menu. */
export function RowMenu({ ticket, directory, search, onOpened }: RowMenuProps) {
  const { t } = useTexts()
  const { id: me } = useUser()
  const navigate = useNavigate()
  const actions = useTicketActions(ticket, directory, { onOpened })
  const { mutate: markUnread } = useMarkUnread()
  const isPending = ticket.status === 'pending'
  const isMine = isReader(ticket, me)
  const mayPeek = !ticket.isGroup && !isMine && ticket.status !== 'closed'
  const unreadIsOffered = mayMarkUnread(ticket, me)
  if (!isPending && !mayPeek && !unreadIsOffered) return null
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            className={classes.menu}
            variant="subtle"
            color="gray"
            aria-label={t('tickets.list.actionsOf', { name: ticket.name })}
            loading={actions.isBusy}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isPending && actions.kinds.has('open') && (
            <Menu.Item leftSection={<IconCheck size={16} aria-hidden />} onClick={actions.open}>
              {t('tickets.actions.accept')}
            </Menu.Item>
          )}
          {mayPeek && (
            <Menu.Item
              leftSection={<IconEye size={16} aria-hidden />}
              onClick={() => navigate({ to: '/tickets/$uuid', params: { uuid: ticket.uuid }, search })}
            >
              {t('tickets.list.peek')}
            </Menu.Item>
          )}
          {unreadIsOffered && (
            <Menu.Item
              leftSection={<IconMailOpened size={16} aria-hidden />}
              onClick={() => markUnread(ticket.id)}
            >
              {t('tickets.list.markUnread')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {actions.dialogs}
    </>
  )
}
