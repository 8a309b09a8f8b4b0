import type { ChatMessage } from '@recado/shared/chats/chat'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useDeleteChatMessage } from '../queries.ts'

interface DeleteMessageDialogProps {
  message: ChatMessage
  onClose: () => void
}

export function DeleteMessageDialog({ message, onClose }: DeleteMessageDialogProps) {
  const { t } = useTexts()
  const remove = useDeleteChatMessage(message.chatId)
  return (
    <ConfirmDialog
      opened
      title={t('chats.delete.title')}
      action={t('chats.delete.action')}
      danger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(message.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('chats.delete.text')}
    </ConfirmDialog>
  )
}
