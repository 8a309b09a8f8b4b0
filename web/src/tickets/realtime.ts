import { GALLERY_KINDS, isInGallery } from '@recado/shared/messages/gallery'
import { shownMessage } from '@recado/shared/tickets/contract/shown-message'
import { type Ticket, type TicketCounters, ticket } from '@recado/shared/tickets/contract/ticket'
import { focusManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import { session } from '../api/session.ts'
import { contactKeys } from '../contacts/keys.ts'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { isLate, presence } from '../users/presence.ts'
import { putMessage } from './conversation-cache.ts'
import { ticketKeys } from './keys.ts'
import { removeOutgoing } from './outgoing.ts'
import { noteColleague } from './presence/colleagues.ts'
import { noteCustomer } from './presence/customers.ts'
import type { Attendant } from './queries.ts'
import { recountPause } from './recount-pause.ts'
import { dropSentDraft, dropTicket, putTicket } from './ticket-cache.ts'

const changed = z.object({ record: ticket })
const gone = deletion.extend({ revision: z.number().int().optional() })
const presenceAtDesk = z.object({
  id: z.string(),
  user: z.object({ id: z.string(), name: z.string() }),
  state: z.enum(['viewing', 'typing', 'left']),
})
const customerPresence = z.object({ id: z.string(), customer: z.enum(['typing', 'paused']) })
const written = z.object({ ticketId: z.string(), record: shownMessage })

/** Applies events of tickets and their messages to the lists, the open ticket and the loaded conversations. */
export function applyTicketEvent(client: QueryClient, { topic, action, frame }: LiveEvent): QueryKey[] {
  if (topic === 'ticket' && action === 'presence') applyPresence(frame)
  else if (topic === 'ticket') return applyToTickets(client, action, frame)
  if (topic === 'appMessage') return applyToMessages(client, action, frame)
  if (topic === 'user') return applyToAttendants(client, action, frame)
  return []
}

function applyToTickets(client: QueryClient, action: string, frame: LiveEvent['frame']): QueryKey[] {
  if (action === 'delete') {
    const event = gone.safeParse(frame)
    if (event.success) dropTicket(client, event.data.id, event.data.revision)
  } else {
    const event = changed.safeParse(frame)
    if (event.success) putTicket(client, withPendingMove(client, event.data.record), session.user()?.id ?? '')
  }
  refreshCounters(client)
  refreshStages(client)
  return [ticketKeys.lists, ticketKeys.kanban, ticketKeys.ones, contactKeys.each]
}

const move = z.object({ ticket: z.object({ id: z.string() }), tagIds: z.array(z.string()) })

/** A card that the user is moving stays in its new column, whatever else is told of its ticket meanwhile. */
export function withPendingMove(client: QueryClient, record: Ticket): Ticket {
  const pending = client.getMutationCache().findAll({ mutationKey: ticketKeys.moves, status: 'pending' })
  for (const { state } of pending.toReversed()) {
    const moved = move.safeParse(state.variables)
    if (moved.success && moved.data.ticket.id === record.id) return { ...record, tagIds: moved.data.tagIds }
  }
  return record
}

function applyPresence(frame: LiveEvent['frame']): void {
  const ofUser = presenceAtDesk.safeParse(frame)
  if (ofUser.success && ofUser.data.user.id !== session.user()?.id) noteColleague(ofUser.data)
  const ofCustomer = customerPresence.safeParse(frame)
  if (ofCustomer.success) noteCustomer(ofCustomer.data)
}

function applyToMessages(client: QueryClient, action: string, frame: LiveEvent['frame']): QueryKey[] {
  const event = written.safeParse(frame)
  if (!event.success) return []
  const { ticketId, record } = event.data
  // What was typed has come.
  if (!record.fromMe) noteCustomer({ id: ticketId, customer: 'paused' })
  const isShown = putMessage(client, ticketId, record)
  for (const kind of GALLERY_KINDS)
    if (isInGallery({ ...record, deletedAt: null }, kind))
      client.invalidateQueries({ queryKey: ticketKeys.gallery(ticketId, kind) })
  if (record.clientId) removeOutgoing(client, ticketId, record.clientId)
  if (action === 'create' && record.author?.id === session.user()?.id) dropSentDraft(client, ticketId, record)
  // Events carry only the beginning of a long text.
  if (isShown && record.truncated) client.invalidateQueries({ queryKey: ticketKeys.messages(ticketId) })
  // The conversation of another ticket of the contact shows the message too.
  return [ticketKeys.conversations, ticketKeys.galleries(ticketId)]
}

/** Presence comes often and names all that changed; other changes of a user are read again. */
function applyToAttendants(client: QueryClient, action: string, frame: LiveEvent['frame']): QueryKey[] {
  const event = presence.safeParse(frame)
  if (action !== 'presence' || !event.success) {
    client.invalidateQueries({ queryKey: ticketKeys.attendants })
    return [ticketKeys.attendants]
  }
  const told = event.data
  client.setQueryData<Attendant[]>(ticketKeys.attendants, (known) =>
    known?.map((one) => (one.id === told.id && !isLate(told, one) ? { ...one, ...told } : one)),
  )
  return [ticketKeys.attendants]
}

const counting = new WeakSet<QueryClient>()

/** Counts again soon after an event. A hidden page counts once it is visible again. */
export function refreshCounters(client: QueryClient): void {
  if (counting.has(client)) return
  counting.add(client)
  const count = () => {
    counting.delete(client)
    client.invalidateQueries({ queryKey: ticketKeys.counters })
  }
  const countOnceVisible = () => {
    if (focusManager.isFocused()) return count()
    const stopWaiting = focusManager.subscribe((isVisible) => {
      if (!isVisible) return
      stopWaiting()
      count()
    })
  }
  const known = client.getQueryData<TicketCounters>(ticketKeys.counters)
  setTimeout(countOnceVisible, recountPause(known, Math.random()))
}

const pagesOfStage = z.looseObject({ pages: z.array(z.looseObject({ hasMore: z.boolean() })) })

/** Only the server knows the number of tickets in a column that is not loaded to its end (ms). */
const STAGES_AFTER_MS = 3000
const refreshing = new WeakSet<QueryClient>()

/** Fetches long columns of the kanban again soon after an event. */
function refreshStages(client: QueryClient): void {
  const isShown = client.getQueryCache().find({ queryKey: ticketKeys.kanban, exact: false, type: 'active' })
  if (!isShown || refreshing.has(client)) return
  refreshing.add(client)
  setTimeout(() => {
    refreshing.delete(client)
    client.invalidateQueries({
      queryKey: ticketKeys.kanban,
      predicate: ({ state }) => {
        const loaded = pagesOfStage.safeParse(state.data)
        return loaded.success && loaded.data.pages.at(-1)?.hasMore === true
      },
    })
  }, STAGES_AFTER_MS)
}
