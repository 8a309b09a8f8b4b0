import { messageWrite, messageWrites } from '@recado/shared/conversations/message'
import { commandMessage } from '@recado/shared/conversations/write'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import type { TicketEvent } from '@recado/shared/messages/content'
import { noticeWrite } from '@recado/shared/notices/store'
import { indexWords } from '@recado/shared/search/word-rows'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { committed } from '@recado/shared/table/table'
import { getTicketQueue } from '@recado/shared/ticket-queues/store'
import type { DeskSettings } from '@recado/shared/tickets/contract/desk-settings'
import {
  isLive,
  nextRevision,
  type StoredTicket,
  shownTicket,
} from '@recado/shared/tickets/contract/stored-ticket'
import { NEXT_TRIED, type Ticket, type TicketChange } from '@recado/shared/tickets/contract/ticket'
import { messageChanged, ticketChanged } from '@recado/shared/tickets/live/watchers'
import { applyChange, eventKindOf } from '@recado/shared/tickets/rules/apply-change'
import { verdictOn } from '@recado/shared/tickets/rules/machine'
import { type RequestedChange, requestedChange } from '@recado/shared/tickets/rules/requested-change'
import { timerAfterChange } from '@recado/shared/tickets/rules/timer'
import { firstOfDesk } from '@recado/shared/tickets/store/desk-pages'
import { getDeskSettings } from '@recado/shared/tickets/store/desk-settings'
import { deskView, isCounted } from '@recado/shared/tickets/store/desk-views'
import { forgetDrafts } from '@recado/shared/tickets/store/drafts'
import { forgetInternal } from '@recado/shared/tickets/store/forget-internal'
import { internalMessage } from '@recado/shared/tickets/store/internal-message'
import { deleteTicket, liveTicket, ticketWrites } from '@recado/shared/tickets/store/tickets'
import { automaticMessage } from '@recado/shared/tickets/system/automatic-message'
import { getUser } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import { attendantOf, requireAttendant } from '../credentials/attendant.ts'
import { otherOpenTicket } from '../desk/other-open-ticket.ts'
import { ticketWatchers } from '../desk/ticket-watchers.ts'
import { requireTags } from '../tags/require-tags.ts'
import type { Words } from './farewell.ts'
import { planOf } from './lists.ts'
import { invalid, refusalOf } from './refusals.ts'
import { asItIsNow } from './reopened.ts'
import { nowText, type SeenTicket, seenTicket } from './seen-ticket.ts'

/**
 * Changes a ticket as `PUT /tickets/{id}` asks.
 * @throws DomainError any of the route's, and ERR_VALIDATION for fields that do not go together
 */
export async function change(actor: Actor, ticketId: string, body: TicketChange): Promise<Ticket> {
  const wanted = requestedChange(body, actor.userId)
  if (!wanted) throw invalid('status', 'contradictory')
  return shownTicket(await changeTicket(actor, ticketId, wanted))
}

/** @returns the ticket after the change */
export async function changeTicket(
  actor: Actor,
  ticketId: string,
  wanted: RequestedChange,
): Promise<StoredTicket> {
  if (['open', 'takeOver'].includes(wanted.kind)) requireAttendant(actor)
  const names = await namesIn(actor, wanted)
  return retrying(
    tableOf(actor.companyId),
    async () => {
      const found = await seenTicket(actor, ticketId)
      if (wanted.kind === 'tag') await requireTags(actor.companyId, wanted.tagIds, found.ticket.tagIds)
      return found
    },
    (found) => tryChange(actor, found, wanted, names),
  )
}

async function tryChange(
  actor: Actor,
  found: SeenTicket,
  wanted: RequestedChange,
  names: Pick<TicketEvent, 'queue' | 'user'>,
): Promise<StoredTicket | typeof AGAIN> {
  const { ticket, queueIds } = found
  const table = tableOf(actor.companyId)
  const noting = wanted.kind === 'transfer' && wanted.note ? await import('./transfer-note.ts') : undefined
  const known = await noting?.writtenNote(actor, ticket, wanted)
  if (known) {
    // The first call may have died before this.
    await indexWords(table, [known])
    return ticket
  }
  const attendant = attendantOf(actor)
  const verdict = verdictOn(ticket, wanted, attendant, queueIds)
  if ('refused' in verdict) throw await refusalOf(actor, verdict.refused)
  if (verdict.allowed === 'none') return ticket
  // Without a connection no answer could leave.
  if (wanted.kind === 'open' && !found.connection)
    throw await refusalOf(actor, { code: 'ERR_TICKET_CHANGED' })
  const at = nowText()
  const settings = await getDeskSettings(table)
  const { farewell, says } = await wordsAbout(actor, found, wanted, settings)
  const from = await asItIsNow(actor, found, wanted)
  const changed = applyChange(from.ticket, wanted, attendant, queueIds, at, farewell)
  const timerAt = timerAfterChange(ticket, changed, wanted, settings, ports.now())
  const isTransferTold = wanted.kind === 'transfer' && says !== undefined
  const after: StoredTicket = { ...changed, timerAt, ...(isTransferTold && { transferTold: true }) }
  const said = says && (await automaticMessage(table, ticket, says, ports.now()))
  const event: TicketEvent = {
    type: 'event',
    kind: eventKindOf(ticket, wanted),
    by: { id: actor.userId, name: actor.name },
    ...detailsOf(wanted),
    ...namesFor(after, names),
  }
  const eventMessage = internalMessage(ticket, event, at)
  const notes = noting?.notesOf(actor, ticket, wanted, at) ?? []
  const informing = informs(wanted) ? await import('../notices/inform.ts') : undefined
  const notices = informing?.noticesOfChange(actor, wanted, ticket.userId, eventMessage) ?? []
  const writes = [
    ...ticketWrites(table, ticket, after),
    messageWrite(eventMessage),
    // A search opens the conversation around a note, which it finds by its place.
    ...notes.flatMap(messageWrites),
    ...(said ? said.writes : []),
    ...notices.map(noticeWrite),
    ...from.checks,
  ]
  if (!(await committed(table.transact(writes)))) {
    const other = isLive(ticket) ? undefined : await liveTicket(table, ticket.whatsappId, ticket.chat)
    if (other && other.id !== ticket.id) throw await otherOpenTicket(actor, other)
    return AGAIN
  }
  if (said) await commandMessage(ports.queues, actor.companyId, said.message)
  await ticketChanged(ticketWatchers(actor.companyId), ticket, after)
  const written = said ? [...notes, said.message] : notes
  for (const message of [eventMessage, ...written])
    await messageChanged(ticketWatchers(actor.companyId), 'create', message)
  await informing?.publishNotices(actor.companyId, notices)
  await indexWords(table, written)
  return { ...after, revision: nextRevision(ticket) }
}

/** Whether a colleague may get a notice of the change. */
const informs = ({ kind }: RequestedChange): boolean => kind === 'transfer' || kind === 'takeOver'

/** What the customer is told of a change. Loaded when a ticket ends or is transferred: other changes say nothing. */
async function wordsAbout(
  actor: Actor,
  found: SeenTicket,
  wanted: RequestedChange,
  settings: DeskSettings,
): Promise<Words> {
  if (wanted.kind !== 'close' && wanted.kind !== 'transfer') return { farewell: 'nothing' }
  return (await import('./farewell.ts')).wordsOf(actor, found, wanted, settings)
}

/** The queue and the user that a ticket got. Outside the menu a ticket keeps its queue when it is accepted. */
const namesFor = (
  { queueId }: StoredTicket,
  { queue, user }: Pick<TicketEvent, 'queue' | 'user'>,
): Pick<TicketEvent, 'queue' | 'user'> => ({
  ...(queue?.id === queueId && { queue }),
  ...(user && { user }),
})

function detailsOf(wanted: RequestedChange): Pick<TicketEvent, 'reason' | 'until'> {
  if (wanted.kind === 'close') return { reason: 'person' }
  return wanted.kind === 'snooze' && wanted.until ? { until: wanted.until } : {}
}

const SNOOZE_MAX_MS = 90 * 24 * 3_600_000

/**
 * The names of the queue and the user that a change refers to.
 * @throws DomainError ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_VALIDATION
 */
async function namesIn(
  { companyId }: Actor,
  wanted: RequestedChange,
): Promise<Pick<TicketEvent, 'queue' | 'user'>> {
  const table = tableOf(companyId)
  if (wanted.kind === 'snooze' && wanted.until) {
    const ahead = Date.parse(wanted.until) - ports.now()
    if (ahead <= 0 || ahead > SNOOZE_MAX_MS) throw invalid('snoozedUntil', 'out_of_range')
  }
  const queueId = 'queueId' in wanted ? wanted.queueId : undefined
  const userId = wanted.kind === 'transfer' ? wanted.userId : undefined
  const [queue, user] = await Promise.all([
    queueId ? getTicketQueue(table, queueId) : undefined,
    userId ? getUser(table, userId) : undefined,
  ])
  if (queueId && !queue) throw notFound('ERR_NO_QUEUE_FOUND')
  if (userId && !user) throw notFound('ERR_NO_USER_FOUND')
  return {
    ...(queue && { queue: { id: queue.id, name: queue.name } }),
    ...(user && { user: { id: user.id, name: user.name } }),
  }
}

/** Accepts the longest waiting ticket that the caller may see. @returns undefined if none waits */
export async function acceptNext(actor: Actor): Promise<Ticket | undefined> {
  requireAttendant(actor)
  const table = tableOf(actor.companyId)
  const view = deskView('aguardando', { all: true }, attendantOf(actor), await planOf(actor, true))
  const counted = {
    ...view,
    // What a colleague is to answer personally stays theirs.
    isWanted: (card: Parameters<typeof isCounted>[0]) =>
      view.isWanted(card) && isCounted(card) && (card.userId ?? actor.userId) === actor.userId,
  }
  for (const { id } of await firstOfDesk(table, counted, NEXT_TRIED)) {
    try {
      const ticket = await changeTicket(actor, id, { kind: 'open', isWaiting: true })
      // A colleague of the same name may have been faster: then it is not ours.
      if (ticket.status === 'open' && ticket.userId === actor.userId) return shownTicket(ticket)
    } catch (error) {
      // A colleague took, transferred or deleted it meanwhile. Try the next one.
      if (!(error instanceof DomainError)) throw error
    }
  }
  return undefined
}

/** Deletes a ticket with its notes, events and drafts. Its messages stay. */
export async function remove(actor: Actor, ticketId: string): Promise<undefined> {
  const table = tableOf(actor.companyId)
  await retrying(
    table,
    () => seenTicket(actor, ticketId),
    async ({ ticket }) => {
      // First what only the ticket leads to: a call that dies here can be repeated while there is a ticket.
      await forgetInternal(table, ticket)
      await forgetDrafts(table, ticket.id)
      if (!(await deleteTicket(table, ticket))) return AGAIN
      // A colleague may have left a note meanwhile. None can follow now.
      await forgetInternal(table, ticket)
      await forgetDrafts(table, ticket.id)
      await ticketChanged(ticketWatchers(actor.companyId), ticket, undefined)
    },
  )
}
