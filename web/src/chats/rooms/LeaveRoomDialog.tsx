import type { Chat } from '@recado/shared/chats/chat'
import { whenDone } from '../../api/when-done.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useLeaveChat } from '../queries.ts'

interface LeaveRoomDialogProps {
  room: Chat
  onLeft: () => void
  onClose: () => void
}

export function LeaveRoomDialog({ room, onLeft, onClose }: LeaveRoomDialogProps) {
  const { t } = useTexts()
  const leave = useLeaveChat(room.id)
  return (
    <ConfirmDialog
      opened
      title={t('chats.room.leaveTitle', { title: room.title })}
      action={t('chats.room.leave')}
      danger
      isBusy={leave.isPending}
      error={leave.error}
      onConfirm={() => whenDone(leave.mutateAsync(), onLeft)}
      onClose={onClose}
    >
      {t(room.users.length === 1 ? 'chats.room.leaveLast' : 'chats.room.leaveText')}
    </ConfirmDialog>
  )
}
