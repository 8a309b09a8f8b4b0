import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Conversation, shortenConversation } from '../conversation-cache.ts'

/** Messages of the newest page, which the server answers with 30. */
const MOST_IN_PAGE = 300

/**
 * Live messages make the newest page longer. In a group that stays open for a shift they are thousands, and so the
 * conversation is shortened once the user is at its end. Older pages do not count: a jump to a quoted message loads them.
 */
export function useShortening(ticketId: string, data: Conversation | undefined, isAtEnd: boolean): void {
  const client = useQueryClient()
  const isTooLong = isAtEnd && (data?.pages[0]?.records.length ?? 0) > MOST_IN_PAGE
  useEffect(() => {
    if (isTooLong) shortenConversation(client, ticketId)
  }, [client, ticketId, isTooLong])
}
