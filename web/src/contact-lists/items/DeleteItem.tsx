import type { ContactListItem } from '@recado/shared/contact-lists/contact-list-item'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useDeleteItem } from './queries.ts'

interface DeleteItemProps {
  item: ContactListItem | undefined
  onClose: () => void
}

export function DeleteItem({ item, onClose }: DeleteItemProps) {
  const { t } = useTexts()
  const remove = useDeleteItem()
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!item || remove.isPending) return
    remove.mutate(item.id, {
      onSuccess: () => {
        toastSuccess(t('common.done'), `deleted-${item.id}`)
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={item !== undefined}
      title={t('contacts.delete.title', { name: item?.name ?? '' })}
      action={t('contacts.delete.action')}
      danger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={close}
    >
      {t('contacts.delete.text')}
    </ConfirmDialog>
  )
}
