import type { ChatExcerpt, ChatMessage } from '@recado/shared/chats/chat'
import { useMemo, useState } from 'react'

/** The message that the composer replies to or edits. */
export function useChatAim() {
  const [replyTo, reply] = useState<ChatExcerpt | null>(null)
  const [edited, edit] = useState<ChatMessage | null>(null)
  return useMemo(() => ({ replyTo, reply, edited, edit }), [replyTo, edited])
}

export type ChatAim = ReturnType<typeof useChatAim>
