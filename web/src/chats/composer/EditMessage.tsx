import { CHAT_TEXT_MAX, type ChatMessage } from '@recado/shared/chats/chat'
import { EditText } from '../../tickets/editing/EditText.tsx'
import { useEditChatMessage } from '../queries.ts'

interface EditMessageProps {
  chatId: string
  message: ChatMessage
  onDone: () => void
}

/** Changes the words of one's own message. */
export function EditMessage({ chatId, message, onDone }: EditMessageProps) {
  const { mutate, isPending, error } = useEditChatMessage(chatId)
  return (
    <EditText
      before={message.text}
      maxLength={CHAT_TEXT_MAX}
      isPending={isPending}
      error={error}
      onSave={(text) => mutate({ messageId: message.id, text }, { onSuccess: onDone })}
      onDone={onDone}
    />
  )
}
