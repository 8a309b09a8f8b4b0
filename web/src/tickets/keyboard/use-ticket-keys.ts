import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { toastInfo } from '../../ui/toast.ts'
import { mayMarkUnread } from '../actions/may-mark-unread.ts'
import type { TicketActions } from '../actions/use-ticket-actions.tsx'
import { useMarkUnread } from '../mutations.ts'
import { useDeskKey } from './use-desk-key.ts'

/** The keys of the open ticket: resolve, transfer, mark as unread. */
export function useTicketKeys(ticket: Ticket, { kinds, isBusy, resolve, transfer }: TicketActions): void {
  const { t } = useTexts()
  const { id: me } = useUser()
  const { mutate: markUnread } = useMarkUnread()
  const marked = () => toastInfo(t('tickets.list.markedUnread'), `unread-${ticket.id}`)
  useDeskKey('resolve', kinds.has('close') && !isBusy ? () => resolve() : undefined)
  useDeskKey('transfer', kinds.has('transfer') ? transfer : undefined)
  useDeskKey(
    'unread',
    mayMarkUnread(ticket, me) ? () => markUnread(ticket.id, { onSuccess: marked }) : undefined,
  )
}
