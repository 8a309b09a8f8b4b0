import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { type Conversation, messagesIn } from '../conversation-cache.ts'
import { ticketKeys } from '../keys.ts'

interface Loaded {
  /** Undefined if it is not among the loaded messages. */
  message: ShownMessage | undefined
  /** Whether messages of the ticket are loaded. */
  isLoaded: boolean
}

/** A message as a loaded conversation of the ticket has it, also when the conversation is loaded later. */
export function useLoadedMessage(ticketId: string, messageId: string | null): Loaded {
  const client = useQueryClient()
  const subscribe = useCallback(
    // Later: a query may change while a component renders.
    (onChange: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [client],
  )
  const conversations = () =>
    client
      .getQueriesData<Conversation>({ queryKey: ticketKeys.messages(ticketId) })
      .flatMap(([, loaded]) => loaded ?? [])
  const message = useSyncExternalStore(subscribe, () =>
    messageId === null
      ? undefined
      : conversations()
          .flatMap(messagesIn)
          .find(({ id }) => id === messageId),
  )
  const isLoaded = useSyncExternalStore(subscribe, () => conversations().length > 0)
  return { message, isLoaded }
}
