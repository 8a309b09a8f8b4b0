import { isDeepStrictEqual } from 'node:util'
import { isLive, unreadOf } from '@recado/shared/tickets/contract/stored-ticket'
import { isOffered } from '@recado/shared/tickets/rules/offer'
import { ticketLists } from '@recado/shared/tickets/store/ticket-lists'
import { automaticsAreInTime } from './automatics.ts'
import { type End, isOfCustomer, isServed } from './end.ts'
import { messagesAreKept } from './messages-kept.ts'
import { reportEqualsRecount } from './report.ts'
import { schedulesEnd } from './schedules.ts'
import { waitingIsSinceAMessage } from './waiting.ts'
import type { DeskWorld } from './world.ts'

/** What part 4 §2 promises, and does not hold at the end of a run, in words. Empty if all holds. */
export function broken(end: End): string[] {
  return [
    ...messagesAreKept(end),
    ...chatsHaveOneLiveTicket(end),
    ...mergesAreShownOnce(end),
    ...unreadIsACount(end),
    ...waitingIsSinceAMessage(end),
    ...ticketsAreListed(end),
    ...noTicketIsForgotten(end),
    ...noTicketIsTaken(end),
    ...nothingUnseenIsClosed(end),
    ...automaticsAreInTime(end),
    ...schedulesEnd(end),
    ...reportEqualsRecount(end),
  ]
}

function chatsHaveOneLiveTicket({ chats }: End): string[] {
  return chats.flatMap(({ chat, tickets, live }) => {
    const alive = tickets.filter(isLive)
    return [
      ...(alive.length > 1 ? [`${chat} has ${alive.length} live tickets`] : []),
      ...(live?.id === alive[0]?.id
        ? []
        : [`the live row of ${chat} names ${live?.id}, not ${alive[0]?.id}`]),
      ...(live && live.chat !== chat ? [`the live row of ${chat} names a ticket of ${live.chat}`] : []),
    ]
  })
}

/** Each merge of two tickets left one event, in the ticket that goes on. */
const mergesAreShownOnce = ({ chats }: End): string[] =>
  chats.flatMap(({ chat, messages, tickets }) => {
    const shown = messages.filter(({ content }) => content.type === 'event' && content.kind === 'merged')
    const merged = tickets.flatMap(({ mergedInto }) => mergedInto ?? [])
    return shown
      .map(({ ticketId }) => ticketId)
      .sort()
      .join() === merged.sort().join()
      ? []
      : [`${chat} shows ${shown.length} merges of ${merged.length}`]
  })

/** Messages of a ticket are numbered without gaps. The unread ones are those behind the last one that was read. */
function unreadIsACount({ world, chats }: End): string[] {
  const seen = seenIn(world)
  return chats.flatMap(({ messages, tickets }) =>
    tickets.flatMap((ticket) => {
      const its = messages.filter(({ ticketId, seq }) => ticketId === ticket.id && seq !== undefined)
      const numbers = its.map(({ seq = 0 }) => seq).sort((one, other) => one - other)
      const unread = its.filter(({ seq = 0 }) => seq > ticket.readSeq).length
      const upTo = world.readUpTo.get(ticket.chat) ?? ''
      const unseen = its.filter(({ messageId, at }) => !seen.has(messageId) && at > upTo).length
      return [
        ...(numbers.join() === its.map((_, index) => index + 1).join()
          ? []
          : [`${ticket.id} has the numbers ${numbers}`]),
        ...(unread === unreadOf(ticket)
          ? []
          : [`${ticket.id} counts ${unreadOf(ticket)} unread of ${unread}`]),
        ...(unread >= unseen ? [] : [`${ticket.id} counts ${unread} unread, but nobody saw ${unseen}`]),
      ]
    }),
  )
}

/** Messages that an attendant or the phone read, or that stood in a ticket when it ended or came after that. */
function seenIn(world: DeskWorld): ReadonlySet<string> {
  const seen = new Set(world.read)
  const its = new Map<string, string[]>()
  for (const { tickets, messages } of world.rows.commits) {
    for (const { messageId, ticketId = '' } of messages.filter(isOfCustomer))
      its.set(ticketId, [...(its.get(ticketId) ?? []), messageId])
    for (const { before, after } of tickets) {
      if (isLive(after)) continue
      const { id, mergedInto } = after
      if (mergedInto && !before?.mergedInto)
        its.set(mergedInto, [...(its.get(mergedInto) ?? []), ...(its.get(id) ?? [])])
      else for (const messageId of its.get(id) ?? []) seen.add(messageId)
    }
  }
  return seen
}

/** The lists of tickets have the rows of each ticket, and no others. */
function ticketsAreListed({ tickets, listed }: End): string[] {
  const wanted = new Map(tickets.flatMap(ticketLists.rowsOf).map((row) => [`${row.pk} ${row.sk}`, row]))
  const wrong = listed.filter(
    (row) => !isDeepStrictEqual({ ...row }, { ...wanted.get(`${row.pk} ${row.sk}`) }),
  )
  const found = new Set(listed.map(({ pk, sk }) => `${pk} ${sk}`))
  return [
    ...wrong.map(({ pk, sk }) => `${pk} ${sk} is in a list by mistake`),
    ...[...wanted.keys()].filter((name) => !found.has(name)).map((name) => `${name} is missing in its list`),
  ]
}

/**
 * Once all timers have rung, each ticket is its attendant's or waits in a queue, unless its connection has none. None is
 * put off any more, is offered, or waits for one user.
 */
const noTicketIsForgotten = ({ world, tickets }: End): string[] =>
  tickets.flatMap((ticket) => {
    const { id, status, userId, queueId, timerAt, snoozedUntil } = ticket
    const isWaiting = isServed(ticket) && status === 'pending'
    // A schedule of the last sweeps begins a silence that ends after them.
    const isInSilence = status === 'open' && timerAt !== null && Date.parse(timerAt) > world.now
    return [
      ...(isServed(ticket) && status === 'open' && userId === null
        ? [`${id} is open without an attendant`]
        : []),
      ...(isWaiting && userId !== null ? [`${id} waits for ${userId} for ever`] : []),
      ...(isWaiting && queueId === null && world.script.shop.queues > 0 ? [`${id} waits in no queue`] : []),
      ...(isOffered(ticket) ? [`${id} is offered for ever`] : []),
      ...(snoozedUntil ? [`${id} never wakes`] : []),
      ...(timerAt && !isInSilence ? [`${id} has a timer that nothing rings`] : []),
    ]
  })

/** Nobody gets a colleague's open ticket except by taking it over. */
const noTicketIsTaken = ({ world }: End): string[] =>
  world.rows.commits.flatMap(({ doing, tickets }) =>
    tickets
      .filter(
        ({ before, after }) => before?.status === 'open' && after.status === 'open' && doing !== 'takeOver',
      )
      .filter(({ before, after }) => before?.userId !== after.userId)
      .map(({ before, after }) => `${after.id} went from ${before?.userId} to ${after.userId} by ${doing}`),
  )

/** A ticket closes only by an attendant who saw all of its messages, or does not want to see them. */
const nothingUnseenIsClosed = ({ world }: End): string[] =>
  world.rows.commits
    .filter(({ doing }) => doing === 'closes')
    .flatMap(({ tickets }) => tickets)
    .filter(({ before, after }) => before && after.inboundSeq > (world.mayClose.get(after.id) ?? 0))
    .map(({ after }) => `${after.id} was closed with ${after.inboundSeq} messages, unseen`)
