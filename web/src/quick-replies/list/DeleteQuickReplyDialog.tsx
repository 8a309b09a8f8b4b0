import type { QuickReply } from '@recado/shared/quick-replies/quick-reply'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useDeleteQuickReply } from '../queries.ts'

interface DeleteQuickReplyDialogProps {
  reply: QuickReply | undefined
  onClose: () => void
}

export function DeleteQuickReplyDialog({ reply, onClose }: DeleteQuickReplyDialogProps) {
  const { t } = useTexts()
  const remove = useDeleteQuickReply()
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!reply || remove.isPending) return
    remove.mutate(reply.id, {
      onSuccess: () => {
        toastSuccess(t('common.done'), `deleted-${reply.id}`)
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={reply !== undefined}
      title={t('quickReplies.delete.title', { shortcode: reply?.shortcode ?? '' })}
      action={t('quickReplies.delete.action')}
      danger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={close}
    >
      {t('quickReplies.delete.text')}
    </ConfirmDialog>
  )
}
