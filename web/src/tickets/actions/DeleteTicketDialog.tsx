import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useDeleteTicket } from '../mutations.ts'

interface DeleteTicketDialogProps {
  ticket: Ticket
  onDeleted: (() => void) | undefined
  onClose: () => void
}

export function DeleteTicketDialog({ ticket, onDeleted, onClose }: DeleteTicketDialogProps) {
  const { t } = useTexts()
  const remove = useDeleteTicket()
  const confirm = () => {
    if (remove.isPending) return
    remove
      .mutateAsync(ticket.id)
      // Unlike a callback of `mutate`, it also runs when the live event has closed the ticket before.
      .then(
        () => {
          toastSuccess(t('common.done'), `deleted-${ticket.id}`)
          onClose()
          onDeleted?.()
        },
        () => undefined,
      )
  }
  return (
    <ConfirmDialog
      opened
      title={t('tickets.delete.title', { protocol: ticket.protocol })}
      action={t('tickets.delete.action')}
      danger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      {t('tickets.delete.text')}
    </ConfirmDialog>
  )
}
