import type { ContactDetails } from '@recado/shared/contacts/contact'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { contactTitle } from '../ContactName.tsx'
import { useDeleteContact } from '../queries.ts'

interface DeleteContactDialogProps {
  contact: ContactDetails | undefined
  onDeleted: () => void
  onClose: () => void
}

export function DeleteContactDialog({ contact, onDeleted, onClose }: DeleteContactDialogProps) {
  const { t } = useTexts()
  const remove = useDeleteContact()
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!contact || remove.isPending) return
    remove.mutate(contact.id, {
      onSuccess: () => {
        toastSuccess(t('common.done'), `deleted-${contact.id}`)
        onDeleted()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={contact !== undefined}
      title={t('contactBook.delete.title', { name: contact ? contactTitle(contact) : '' })}
      action={t('contactBook.delete.action')}
      danger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={close}
    >
      {t('contactBook.delete.text')}
    </ConfirmDialog>
  )
}
