import type { ChatExcerpt, ChatMessage } from '@recado/shared/chats/chat'
import { useMemo, useState } from 'react'

/** What the composer replies to, and what it edits. */
export function useChatAim() {
  const [replyTo, reply] = useState<ChatExcerpt | null>(null)
  const [edited, edit] = useState<ChatMessage | null>(null)
  return useMemo(() => ({ replyTo, reply, edited, edit }), [replyTo, edited])
}

export type ChatAim = ReturnType<typeof useChatAim>
