import { ApiError } from '@recado/shared/http/api-error'
import { type ForwardInput, messageRoutes } from '@recado/shared/tickets/contract/message-routes'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { mutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useCallOnce } from '../../../api/use-call-once.ts'
import { changeMessage, putMessage } from '../../conversation-cache.ts'
import { ticketKeys } from '../../keys.ts'
import { ourReaction, withOurReaction } from './reactions.ts'

interface Reaction {
  message: ShownMessage
  /** Empty to take the reaction back. */
  emoji: string
}

export const useReact = (ticketId: string) => useMutation(reactMutation(useQueryClient(), ticketId))

/** Reacts to a message. The reaction is shown at once, and goes if it is refused. Without an answer the server is asked. */
export const reactMutation = (client: QueryClient, ticketId: string) =>
  mutationOptions({
    mutationFn: ({ message: { id: messageId }, emoji }: Reaction) =>
      call(messageRoutes.reactToMessage, { ticketId, messageId, emoji }),
    onMutate: ({ message, emoji }) =>
      changeMessage(client, message.id, (known) => ({
        ...known,
        reactions: withOurReaction(known.reactions, emoji),
      })),
    // The message may have changed meanwhile. Only the refused reaction goes.
    onError: (error, { message, emoji }) => {
      changeMessage(client, message.id, (known) =>
        ourReaction(known.reactions) === emoji
          ? { ...known, reactions: withOurReaction(known.reactions, ourReaction(message.reactions)) }
          : known,
      )
      // Not awaited: the error is told at once.
      if (error instanceof ApiError && error.isFromTheWay)
        client.invalidateQueries({ queryKey: ticketKeys.messages(ticketId) })
    },
    scope: { id: `react-${ticketId}` },
  })

/** Changes the words of a message. The bubble changes once WhatsApp has them. */
export const useEditMessage = (ticketId: string) =>
  useMutation({
    mutationFn: ({ messageId, text }: { messageId: string; text: string }) =>
      call(messageRoutes.editMessage, { ticketId, messageId, text }),
    meta: { showsItsError: true },
  })

export const useDeleteMessage = (ticketId: string) =>
  useMutation({
    mutationFn: (messageId: string) => call(messageRoutes.deleteMessage, { ticketId, messageId }),
    meta: { showsItsError: true },
  })

/** Sends a message that failed again, as a new one. */
export function useRetryMessage(ticketId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (message: ShownMessage) =>
      call(messageRoutes.retryMessage, { ticketId, messageId: message.id }),
    onSuccess: (sent, message) => {
      putMessage(client, ticketId, { ...message, retriedAs: sent.id })
      putMessage(client, ticketId, sent)
    },
    meta: { showsItsError: true },
  })
}

/** Forwards messages to conversations that there are, and to contacts. */
export function useForwardMessages() {
  const callOnce = useCallOnce()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: ForwardInput) => callOnce(messageRoutes.forwardMessages, input),
    onSuccess: ({ records }) => {
      for (const message of records) if (message.ticketId) putMessage(client, message.ticketId, message)
    },
    meta: { showsItsError: true },
  })
}
