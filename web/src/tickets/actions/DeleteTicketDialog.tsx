import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { whenDone } from '../../api/when-done.ts'
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
    whenDone(remove.mutateAsync(ticket.id), () => {
      toastSuccess(t('common.done'), `deleted-${ticket.id}`)
      onClose()
      onDeleted?.()
    })
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
