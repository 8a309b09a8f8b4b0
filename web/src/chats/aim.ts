import type { ChatExcerpt, ChatMessage } from '@recado/shared/chats/chat'
import { useEditAim } from '../messages/use-edit-aim.ts'

/** The message that the composer replies to or edits. */
export const useChatAim = () => useEditAim<ChatMessage, ChatExcerpt>(null)

export type ChatAim = ReturnType<typeof useChatAim>
