import { DEFAULT_TIME_ZONE } from '@recado/shared/calendar/time-zones'
import { isOpen, opensAt } from '@recado/shared/calendar/weekly-hours'
import type { StoredMessage } from '@recado/shared/conversations/message'
import type { Chat } from '@recado/shared/messages/chat'
import type { Automatic } from '@recado/shared/messages/origin'
import { CLOCKS_DIFFER_MS } from '@recado/shared/messages/whatsapp-clock'
import { type End, heirOf } from './end.ts'
import type { Commit } from './journal.ts'
import { CAMPAIGN, HOURS } from './shop.ts'

/** Automatic messages come once, and where they belong. */
export function automaticsAreInTime(end: End): string[] {
  return [
    ...answersAreStored(end),
    ...greetingsComeOnce(end),
    ...farewellsComeOnce(end),
    ...nobodyWaitsInSilence(end),
    ...closuresAreToldOnce(end),
    ...end.world.rows.commits.flatMap(repliesGetNoMenu),
    ...end.world.rows.commits.flatMap(peopleAreNotInterrupted),
  ]
}

/** What a message says was answered to it is stored too. */
function answersAreStored({ chats }: End): string[] {
  const all = chats.flatMap(({ messages }) => messages)
  const stored = new Set(all.filter(({ auto }) => auto).map(({ messageId }) => messageId))
  return all.flatMap(({ messageId, answers = [] }) =>
    answers
      .filter((answer) => !stored.has(answer))
      .map((answer) => `the answer ${answer} to ${messageId} is lost`),
  )
}

/** How many automatic messages of these kinds each ticket has, with those that it inherited. */
function countsOf({ chats, tickets }: End, autos: readonly Automatic[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { auto, ticketId = '' } of chats.flatMap(({ messages }) => messages)) {
    if (!auto || !autos.includes(auto)) continue
    const heir = heirOf(tickets, ticketId)
    counts.set(heir, (counts.get(heir) ?? 0) + 1)
  }
  return counts
}

/** Each ticket is greeted once at most. */
function greetingsComeOnce(end: End): string[] {
  return [...countsOf(end, ['greeting'])].flatMap(([id, count]) => {
    const tickets = end.tickets.filter((ticket) => heirOf(end.tickets, ticket.id) === id).length
    return count <= tickets ? [] : [`${id} was greeted ${count} times`]
  })
}

/** Each end of a ticket that has a text for the customer has one: the question for a rate, or the completion message. */
function farewellsComeOnce(end: End): string[] {
  const asked = new Map<string, number>()
  const ended = new Map<string, number>()
  const silent = new Map<string, number>()
  for (const { before, after } of end.world.rows.commits.flatMap(({ tickets }) => tickets)) {
    const heir = heirOf(end.tickets, after.id)
    const isAsked = after.rating && after.rating.askedAt !== before?.rating?.askedAt
    const isTold = after.closingTextAt && after.closingTextAt !== before?.closingTextAt
    if (isAsked) asked.set(heir, (asked.get(heir) ?? 0) + 1)
    else if (isTold) {
      const all = after.closeReason === 'idle' ? silent : ended
      all.set(heir, (all.get(heir) ?? 0) + 1)
    }
  }
  return [
    ...differences('asked for a rate', asked, countsOf(end, ['rating'])),
    ...differences('ended with a message', ended, countsOf(end, ['completion'])),
    ...differences('ended in silence', silent, countsOf(end, ['idle'])),
  ]
}

/** Silence never ends a ticket whose customer waits for an answer. */
const nobodyWaitsInSilence = ({ world }: End): string[] =>
  world.rows.commits
    .flatMap(({ tickets }) => tickets)
    .filter(({ before, after }) => after.closeReason === 'idle' && before?.status === 'open')
    .filter(({ before }) => before?.waitingSince)
    .map(({ after }) => `${after.id} ended in silence although its customer waits`)

const differences = (
  what: string,
  wanted: ReadonlyMap<string, number>,
  found: ReadonlyMap<string, number>,
): string[] =>
  [...new Set([...wanted.keys(), ...found.keys()])]
    .filter((id) => wanted.get(id) !== found.get(id))
    .map((id) => `${id} was ${what} ${found.get(id) ?? 0} times instead of ${wanted.get(id) ?? 0}`)

/** What a conversation was told of a closure. */
interface Told {
  chat: Chat
  opens: number | null
  /** The moment in which it moved into its chat: until then, another part may not know of it. */
  movedIn?: number
}

/** A conversation is told of each closure once, and only while the company is closed. */
function closuresAreToldOnce({ world }: End): string[] {
  const told = new Map<string, Told>()
  const found: string[] = []
  for (const { at, moment, messages, moved } of world.rows.commits) {
    for (const { messageId, chat } of moved) {
      const one = told.get(messageId)
      if (one) told.set(messageId, { ...one, chat, movedIn: moment })
    }
    for (const { auto, messageId, chat } of messages) {
      if (auto !== 'outOfHours') continue
      if (isOpen(WEEK, DEFAULT_TIME_ZONE, at)) found.push(`${messageId} says that the company is closed`)
      const opens = opensAt(WEEK, DEFAULT_TIME_ZONE, at)
      const isKnown = (one: Told) => one.chat === chat && one.opens === opens && one.movedIn !== moment
      if ([...told.values()].some(isKnown)) found.push(`${chat} was told twice that we open at ${opens}`)
      told.set(messageId, { chat, opens })
    }
  }
  return found
}

const WEEK = { enabled: true as const, ...HOURS }
const DAY_MS = 24 * 3_600_000

/**
 * A customer who answers a campaign, or a message of the phone within a day, gets neither greeting nor menu. A late message that was
 * written before the campaign's answers nothing.
 */
function repliesGetNoMenu({ at, moment, tickets, messages, conversation, oursSince }: Commit): string[] {
  const [message] = messages
  const { ours, campaign, campaignAt = '' } = conversation ?? {}
  const opened = tickets.find(({ before }) => before === undefined)?.after
  // What is of this moment may be unknown to the part that decides.
  if (!message || message.fromMe || !opened || !ours || oursSince === moment) return []
  const { messageId } = message
  const isLater = Date.parse(campaignAt) <= Date.parse(message.at) + CLOCKS_DIFFER_MS
  const answersCampaign = campaign !== undefined && isLater
  const isAnswer = answersCampaign || (ours.origin !== 'user' && ours.at > at - DAY_MS)
  return [
    ...(answersCampaign && opened.campaignId !== CAMPAIGN
      ? [`${messageId} answers a campaign, and its ticket does not`]
      : []),
    ...(isAnswer
      ? messages.filter(isGreeting).map(({ auto }) => `${messageId} answers us, and got a ${auto}`)
      : []),
  ]
}

const isGreeting = ({ auto }: StoredMessage): boolean => auto === 'greeting' || auto === 'menu'

/** Once a person attends to a ticket, no menu comes in between. */
const peopleAreNotInterrupted = ({ tickets, messages }: Commit): string[] =>
  messages
    .filter(({ auto }) => auto === 'greeting' || auto === 'menu' || auto === 'queue')
    .filter(({ ticketId }) => tickets.some(({ after }) => after.id === ticketId && after.status === 'open'))
    .map(({ auto, ticketId }) => `${ticketId} has an attendant, and got a ${auto}`)
