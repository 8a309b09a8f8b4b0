import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { toastSuccess } from '../ui/toast.ts'
import { useDeleteContactList } from './queries.ts'

interface DeleteContactListProps {
  contactList: ContactList | undefined
  onClose: () => void
}

export function DeleteContactList({ contactList, onClose }: DeleteContactListProps) {
  const { t } = useTexts()
  const remove = useDeleteContactList()
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!contactList || remove.isPending) return
    remove.mutate(contactList.id, {
      onSuccess: () => {
        toastSuccess(t('common.done'), `deleted-${contactList.id}`)
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={contactList !== undefined}
      title={t('contactLists.delete.title', { name: contactList?.name ?? '' })}
      action={t('contactLists.delete.action')}
      danger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={close}
    >
      {t('contactLists.delete.text', { count: contactList?.contactsCount ?? 0 })}
    </ConfirmDialog>
  )
}
