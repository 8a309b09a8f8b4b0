import { Text } from '@mantine/core'
import type { Tag } from '@recado/shared/tags/tag'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useDeleteTag } from '../queries.ts'

interface DeleteTagDialogProps {
  tag: Tag | undefined
  onClose: () => void
}

export function DeleteTagDialog({ tag, onClose }: DeleteTagDialogProps) {
  const { t } = useTexts()
  const remove = useDeleteTag()
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!tag || remove.isPending) return
    remove.mutate(tag.id, {
      onSuccess: () => {
        toastSuccess(t('common.done'), `deleted-${tag.id}`)
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={tag !== undefined}
      title={t('tags.delete.title', { name: tag?.name ?? '' })}
      action={t('tags.delete.action')}
      danger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={close}
    >
      <Text>{t('tags.delete.text')}</Text>
      {tag?.kanban && <Text>{t('tags.delete.stage')}</Text>}
    </ConfirmDialog>
  )
}
