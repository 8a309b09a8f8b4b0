import type { Chat, ChatMessage } from '@recado/shared/chats/chat'
import { useEffect, useRef } from 'react'
import { useReadChat } from '../queries.ts'

/**
 * Marks a conversation as read once its last message is in view in a visible tab.
 * @param last the newest loaded message
 * @param isAtEnd whether it is in view
 */
export function useReadingChat(
  { id: chatId, readSeq }: Chat,
  last: ChatMessage | undefined,
  isAtEnd: boolean,
): void {
  const { mutate } = useReadChat(chatId)
  const asked = useRef(0)
  const { id: messageId, seq } = last ?? { id: '', seq: 0 }
  const isUnread = isAtEnd && seq > readSeq
  useEffect(() => {
    if (!isUnread) return
    const read = () => {
      if (document.visibilityState !== 'visible' || seq <= asked.current) return
      const before = asked.current
      asked.current = seq
      mutate({ messageId, seq }, { onError: () => (asked.current = before) })
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [isUnread, messageId, seq, mutate])
}
