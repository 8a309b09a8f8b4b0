import type { ShownUser } from '@recado/shared/users/user'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useDeleteUser } from '../queries.ts'

interface DeleteUserDialogProps {
  user: ShownUser | undefined
  onClose: () => void
}

export function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const { t } = useTexts()
  const remove = useDeleteUser()
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!user || remove.isPending) return
    remove.mutate(user.id, {
      onSuccess: () => {
        toastSuccess(t('common.done'), `deleted-${user.id}`)
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={user !== undefined}
      title={t('users.delete.title', { name: user?.name ?? '' })}
      action={t('users.delete.action')}
      danger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={close}
    >
      {t('users.delete.text')}
    </ConfirmDialog>
  )
}
