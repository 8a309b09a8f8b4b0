import { messageRoutes } from '@recado/shared/tickets/contract/message-routes'
import { skipToken, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCallOnce } from '../api/use-call-once.ts'
import { putMessage } from './conversation-cache.ts'
import { ticketKeys } from './keys.ts'
import { forgetSent, type Outgoing } from './outgoing.ts'

/** The messages of a ticket that the server has not confirmed, in the order of writing. */
export function useOutgoing(ticketId: string): Outgoing[] {
  const { data } = useQuery<Outgoing[]>({
    queryKey: ticketKeys.outgoing(ticketId),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const client = useQueryClient()
  // The ticket before is no longer shown by now.
  useEffect(() => forgetSent(client), [client, ticketId])
  return data ?? NONE
}

const NONE: Outgoing[] = []

/** Whether a note is being left in the ticket, also by a composer that was closed since. */
export const useIsCreatingNote = (ticketId: string): boolean =>
  useIsMutating({ mutationKey: ticketKeys.newNote(ticketId) }) > 0

/** Leaves a note that only the team sees. */
export function useCreateNote(ticketId: string) {
  const callOnce = useCallOnce()
  const client = useQueryClient()
  return useMutation({
    mutationKey: ticketKeys.newNote(ticketId),
    mutationFn: (note: { text: string; mentions: string[] }) =>
      callOnce(messageRoutes.createNote, { ticketId, ...note }),
    onSuccess: (note) => putMessage(client, ticketId, note),
    meta: { showsItsError: true },
  })
}
