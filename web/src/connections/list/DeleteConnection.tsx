import type { Connection } from '@recado/shared/connections/connection'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useDeleteConnection } from '../queries.ts'

interface DeleteConnectionProps {
  connection: Connection | undefined
  onClose: () => void
}

export function DeleteConnection({ connection, onClose }: DeleteConnectionProps) {
  const { t } = useTexts()
  const remove = useDeleteConnection()
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!connection || remove.isPending) return
    remove.mutate(connection.id, {
      onSuccess: () => {
        toastSuccess(t('common.done'), `deleted-${connection.id}`)
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={connection !== undefined}
      title={t('connections.delete.title', { name: connection?.name ?? '' })}
      action={t('connections.delete.action')}
      danger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={close}
    >
      {t('connections.delete.text')}
    </ConfirmDialog>
  )
}
