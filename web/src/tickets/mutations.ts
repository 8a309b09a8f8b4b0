import { ticketRoutes } from '@recado/shared/tickets/contract/routes'
import type {
  Draft,
  GroupChange,
  NewTicketInput,
  Ticket,
  TicketChange,
} from '@recado/shared/tickets/contract/ticket'
import {
  type MutationMeta,
  mutationOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { DELETED } from '../realtime/losses.ts'
import { useUser } from '../session/use-session.ts'
import { ticketKeys } from './keys.ts'
import { refreshCounters, withPendingMove } from './realtime.ts'
import { cachedTicket, dropTicket, putDraft, putTicket } from './ticket-cache.ts'

/** Accepts, returns, transfers, resolves or reopens a ticket. The screens show its errors, unless they toast them. */
export function useChangeTicket(meta: MutationMeta = { showsItsError: true }) {
  const client = useQueryClient()
  const { id: me } = useUser()
  return useMutation({ ...changeTicketMutation(client, me), meta })
}

/** Changes the tags of a ticket. Each choice has all its tags, so that quick choices are saved one after the other. */
export function useTagTicket(ticketId: string) {
  const client = useQueryClient()
  const { id: me } = useUser()
  return useMutation({ ...changeTicketMutation(client, me), scope: { id: `tags-${ticketId}` }, meta: {} })
}

/** @param me the user's id */
export const changeTicketMutation = (client: QueryClient, me: string) =>
  mutationOptions({
    mutationFn: ({ ticketId, change }: { ticketId: string; change: TicketChange }) =>
      call(ticketRoutes.changeTicket, { ticketId, ...change }),
    onSuccess: (ticket) => {
      putTicket(client, ticket, me)
      refreshCounters(client)
    },
    // A refusal says that the screen is not up to date.
    onError: () => {
      // Not awaited: the screen tells the refusal at once.
      client.invalidateQueries({ queryKey: ticketKeys.ones })
      client.invalidateQueries({ queryKey: ticketKeys.lists })
    },
    meta: { showsItsError: true },
  })

interface Move {
  ticket: Ticket
  /** The tags that the ticket gets. */
  tagIds: string[]
}

export function useMoveCard() {
  const { id: me } = useUser()
  return useMutation(moveCardMutation(useQueryClient(), me))
}

/** Moves a ticket to another column of the kanban, at once. A refused move is taken back; the screen says so. */
export const moveCardMutation = (client: QueryClient, me: string) =>
  mutationOptions({
    mutationKey: ticketKeys.moves,
    mutationFn: ({ ticket, tagIds }: Move) =>
      call(ticketRoutes.changeTicket, { ticketId: ticket.id, tagIds }),
    onMutate: ({ ticket, tagIds }) => {
      putTicket(client, { ...ticket, tagIds }, me)
    },
    onSuccess: (ticket) => {
      // The user may have moved it on.
      if (putTicket(client, withPendingMove(client, ticket), me)) return
      // A later change was told during the move, which hid its tags.
      for (const queryKey of [ticketKeys.kanban, ticketKeys.lists, ticketKeys.ones])
        client.invalidateQueries({ queryKey })
    },
    onError: (_, { ticket }) => {
      const now = cachedTicket(client, ticket.id)
      if (now) putTicket(client, { ...now, tagIds: ticket.tagIds }, me)
      // Not awaited: the screen tells the refusal at once.
      client.invalidateQueries({ queryKey: ticketKeys.kanban })
    },
    meta: { toastsItself: true },
  })

/**
 * Mutes a group, or changes which queues see it. Each choice has all queues, so that quick choices are saved one after the
 * other.
 */
export function useChangeGroup(ticketId: string) {
  const client = useQueryClient()
  const { id: me } = useUser()
  return useMutation({
    mutationFn: (change: GroupChange) => call(ticketRoutes.changeGroup, { ticketId, ...change }),
    onSuccess: (ticket) => {
      putTicket(client, ticket, me)
      refreshCounters(client)
    },
    scope: { id: `group-${ticketId}` },
  })
}

/** Begins a conversation, which the user attends to. The dialog shows its errors. */
export function useOpenTicket() {
  const callOnce = useCallOnce()
  const client = useQueryClient()
  const { id: me } = useUser()
  return useMutation({
    mutationFn: (input: NewTicketInput) => callOnce(ticketRoutes.openTicket, input),
    onSuccess: (ticket) => {
      putTicket(client, ticket, me)
      refreshCounters(client)
    },
    meta: { showsItsError: true },
  })
}

/** Accepts the ticket that has waited longest. Answers undefined if none waits. */
export function useAcceptNext() {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  const { id: me } = useUser()
  return useMutation({
    mutationFn: () => callOnce(ticketRoutes.acceptNextTicket, {}),
    onSuccess: (ticket) => {
      if (ticket) putTicket(client, ticket, me)
      refreshCounters(client)
    },
  })
}

export function useDeleteTicket() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ticketId: string) => call(ticketRoutes.deleteTicket, { ticketId }),
    onSuccess: (_, ticketId) => {
      dropTicket(client, ticketId, DELETED)
      refreshCounters(client)
    },
    meta: { showsItsError: true },
  })
}

/** Marks messages as read up to one of the customer's. The badge goes at once. */
export function useReadTicket() {
  const client = useQueryClient()
  const { id: me } = useUser()
  return useMutation({
    mutationFn: ({ ticketId, seq }: { ticketId: string; seq: number }) =>
      call(ticketRoutes.readTicket, { ticketId, seq }),
    onMutate: ({ ticketId, seq }) => {
      const known = cachedTicket(client, ticketId)
      if (known) putTicket(client, readUpTo(known, seq), me)
    },
    // Reading again happens by itself, with the next message.
    meta: { toastsItself: true },
  })
}

const readUpTo = (ticket: Ticket, seq: number): Ticket => {
  const readSeq = Math.max(ticket.readSeq, Math.min(seq, ticket.inboundSeq))
  return { ...ticket, readSeq, unread: ticket.inboundSeq - readSeq }
}

export const useMarkUnread = () =>
  useMutation({
    mutationFn: (ticketId: string) => call(ticketRoutes.readTicket, { ticketId, unread: true }),
  })

/** @param onSaved called with what the server has, also after the conversation was left */
export const useSaveDraft = (ticket: Pick<Ticket, 'id' | 'uuid'>, onSaved: (draft: Draft) => void) =>
  useMutation(saveDraftMutation(useQueryClient(), ticket, onSaved))

/** Keeps a draft on the server and in the cached ticket. Losing one is no reason for a message. */
export const saveDraftMutation = (
  client: QueryClient,
  { id: ticketId, uuid }: Pick<Ticket, 'id' | 'uuid'>,
  onSaved?: (draft: Draft) => void,
) =>
  mutationOptions({
    mutationKey: ticketKeys.draft(uuid),
    mutationFn: (draft: Draft) =>
      call(ticketRoutes.saveDraft, { ticketId, ...draft }, { outlivesPage: true }),
    onMutate: (draft) => putDraft(client, { id: ticketId, uuid }, draft),
    onSuccess: (_, draft) => onSaved?.(draft),
    scope: { id: `draft-${ticketId}` },
    meta: { toastsItself: true },
  })
