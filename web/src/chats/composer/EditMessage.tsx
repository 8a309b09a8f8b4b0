import { CHAT_TEXT_MAX, type ChatMessage } from '@recado/shared/chats/chat'
import { EditText } from '../../tickets/editing/EditText.tsx'
import type { ChatAim } from '../aim.ts'
import { useEditChatMessage } from '../queries.ts'

interface EditMessageProps {
  chatId: string
  message: ChatMessage
  aim: ChatAim
}

/** Changes the words of one's own message. */
export function EditMessage({ chatId, message, aim }: EditMessageProps) {
  const { mutate, isPending, error } = useEditChatMessage(chatId)
  return (
    <EditText
      before={message.text}
      maxLength={CHAT_TEXT_MAX}
      isPending={isPending}
      error={error}
      onSave={(text) => mutate({ messageId: message.id, text }, { onSuccess: aim.endEdit })}
      aim={aim}
    />
  )
}
