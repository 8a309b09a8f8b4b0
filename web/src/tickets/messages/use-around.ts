import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messagesIn } from '../conversation-cache.ts'
import { conversationQuery } from '../queries.ts'

/**
 * The message around which a conversation has to be loaded: one that is not on its newest pages. The newest pages stay in
 * use meanwhile, since answers refer to them.
 */
export function useAround(ticketId: string, messageId: string | undefined): string | undefined {
  const { data } = useInfiniteQuery(conversationQuery(ticketId))
  const [decided, setDecided] = useState({ messageId: '', isAround: false })
  // New messages must not change the decision while the user reads.
  if (messageId && data && decided.messageId !== messageId)
    setDecided({ messageId, isAround: !messagesIn(data).some(({ id }) => id === messageId) })
  return decided.isAround && decided.messageId === messageId ? messageId : undefined
}
