import type { TicketEventKind } from '../../messages/content.ts'
import type { Automatic } from '../../messages/origin.ts'
import { CLOCKS_DIFFER_MS } from '../../messages/whatsapp-clock.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import type { Rating } from '../contract/ticket.ts'
import { notClosed, waitsSince } from './apply-change.ts'
import { isThanks, menuAnswerIn, rateIn } from './customer-words.ts'
import type { DeskRules, QueueRules } from './desk-rules.ts'
import { LATE_MS } from './late.ts'
import { closureOf } from './out-of-hours.ts'

/** A message of a person, and what is known about the conversation before it. Moments are milliseconds since 1970. */
export interface Arrival {
  /** Undefined for anything but text. */
  text: string | undefined
  /** When it was written, ISO 8601. */
  at: string
  live: StoredTicket | undefined
  lastClosed: StoredTicket | undefined
  /** The question for a rate of `lastClosed` never left. */
  questionFailed?: boolean | undefined
  /** The attendant of `lastClosed`, if that user still works here. */
  lastAttendantId: string | null
  /** The message needs no ticket: an opt-out word, the answer to a confirmation question, or an answered one. */
  aside: Aside | undefined
  /** The first reply to a campaign that wants a ticket for it. */
  reply: CampaignReply | undefined
  /** It was written while the account was not linked. */
  isMissed?: boolean
  /** What the company wrote last was a campaign, a schedule or came from the phone, within the day before the message. */
  answersOurs: boolean
  conversation: ConversationState
  /** The contact is served without a word from the system. */
  isQuietContact: boolean
}

/** `answered`: the company answered it before it came here. */
export type Aside = 'optOut' | 'confirmation' | 'answered'

export interface CampaignReply {
  campaignId: string
  queueId: string | null
  tagIds: string[]
}

/** What a conversation keeps for the automatic messages. */
export interface ConversationState {
  /** The last closure that the customer was told of: see `Closure`. */
  closureTold?: string | undefined
  /** When a person of the company last wrote. */
  personWroteAt?: number | undefined
  /** When the last automatic messages were written. */
  automaticAt?: readonly number[] | undefined
}

/** What becomes of the message. */
export type Outcome =
  /** It joins the live ticket. */
  | 'joins'
  /** It opens a ticket. */
  | 'opens'
  /** It opens the closed ticket again. */
  | 'reopens'
  /** It joins the closed ticket: a rate, or mere thanks. */
  | 'rates'
  | 'thanks'
  /** It belongs to no ticket. */
  | 'aside'

export interface Decision {
  outcome: Outcome
  /** What changes of the ticket, besides its messages; of a new one everything that the message decides. */
  change: Partial<StoredTicket>
  /** In this order. */
  says: { auto: Automatic; text: string }[]
  /** The closure that the customer is told of now. */
  closureTold?: string
  event?: { kind: TicketEventKind; queue?: { id: string; name: string } }
}

const MINUTE_MS = 60_000
/** How long after the question a bare rate counts (part 4 §5). */
const RATE_COUNTS_MS = 24 * 60 * MINUTE_MS
/** How long after the closing text thanks open no ticket (part 4 §5). */
const THANKS_MS = 60 * MINUTE_MS
/** No out-of-hours message so soon after a person of the company wrote (part 4 §5). */
const PERSON_RECENT_MS = 30 * MINUTE_MS
/** The most automatic messages of a conversation in this time: beyond it another machine is answering. */
const AUTOMATIC_MAX = 6
export const AUTOMATIC_WINDOW_MS = 10 * MINUTE_MS
/** After this many answers that name no queue, the default queue takes the ticket. */
const MENU_TRIES = 3

/**
 * What a person's message does to the tickets of its conversation, and what is answered by itself: part 4 §5. Pure.
 * @param now milliseconds since 1970
 */
export function decide(arrival: Arrival, rules: DeskRules, now: number): Decision {
  const { aside, live } = arrival
  if (aside) return { outcome: live ? 'joins' : 'aside', change: {}, says: [] }
  const decision = live
    ? joining(arrival, live, rules, now)
    : (afterTheEnd(arrival, rules, now) ?? opening(arrival, rules, now))
  return withOutOfHours(decision, arrival, rules, now)
}

function joining(arrival: Arrival, live: StoredTicket, rules: DeskRules, now: number): Decision {
  const plain: Decision = { outcome: 'joins', change: {}, says: [] }
  const { bot } = live
  if (live.status !== 'pending' || !bot) return plain
  const isChoosing = bot.step === 'menu'
  const answer = arrival.text === undefined ? undefined : menuAnswerIn(arrival.text, namesOf(rules))
  const chosen = isChoosing && typeof answer === 'object' ? rules.queues[answer.choice] : undefined
  const isAnswered = !isSilent(arrival, rules, now)
  // A choice that comes late is still the customer's.
  if (!isAnswered && (!chosen || isMuted(arrival, rules, now))) return toDefaultQueue(live, rules)
  if (chosen) {
    const { id, name, greetingMessage } = chosen
    return {
      ...plain,
      // The ticket may have been offered to a user of the earlier queue.
      change: {
        queueId: id,
        bot: { ...bot, step: 'none' },
        preferredUserId: null,
        timerAt: null,
        offer: null,
      },
      says: greetingMessage && isAnswered ? [{ auto: 'queue', text: greetingMessage }] : [],
      event: { kind: 'queued', queue: { id, name } },
    }
  }
  if (answer === 'again')
    return { ...plain, change: { bot: { ...bot, step: 'menu' } }, says: [menuOf(rules)] }
  if (!isChoosing || (!answer && bot.hadFile)) return plain
  return notUnderstood(answer ? bot : { ...bot, hadFile: true }, rules, live)
}

const namesOf = ({ queues }: DeskRules): string[] => queues.map(({ name }) => name)

function notUnderstood(
  bot: NonNullable<StoredTicket['bot']>,
  rules: DeskRules,
  live: StoredTicket,
): Decision {
  const tries = bot.tries + 1
  if (tries > MENU_TRIES) return toDefaultQueue(live, rules)
  return { outcome: 'joins', change: { bot: { ...bot, tries } }, says: [menuOf(rules)] }
}

/** The end of the menu: the queue stays if there is one. "#" still shows the menu until a person accepts. */
export function toDefaultQueue({ queueId, bot }: StoredTicket, rules: DeskRules): Decision {
  const queue = queueId ? undefined : defaultQueue(rules)
  return {
    outcome: 'joins',
    change: { queueId: queueId ?? queue?.id ?? null, bot: bot && { ...bot, step: 'none' } },
    says: [],
    ...(queue && { event: { kind: 'queued', queue: { id: queue.id, name: queue.name } } }),
  }
}

/**
 * When a customer wrote, in milliseconds since 1970: windows count to then, because an outage may delay the message. Never
 * in the future.
 */
export const wroteAt = ({ at }: Pick<Arrival, 'at'>, now: number): number => Math.min(now, Date.parse(at))

/** A message after the end of a ticket; undefined if it is the beginning of a new one. */
function afterTheEnd(arrival: Arrival, rules: DeskRules, now: number): Decision | undefined {
  const { lastClosed, questionFailed, lastAttendantId, text, at } = arrival
  if (!lastClosed) return undefined
  const { rating, closingTextAt, closedAt, closeReason, queueId } = lastClosed
  const wrote = wroteAt(arrival, now)
  const rate = text === undefined || questionFailed ? undefined : rateIn(text)
  if (rate && rating && rating.rate === null && isAnswerTo(rating, wrote)) {
    const { complationMessage } = rules.connection
    const says = complationMessage && !isSilent(arrival, rules, now)
    return {
      outcome: 'rates',
      change: { rating: { ...rating, rate, at }, closingTextAt: says ? at : closingTextAt },
      says: says ? [{ auto: 'completion', text: complationMessage }] : [],
    }
  }
  const isSoon = closingTextAt !== null && wrote < Date.parse(closingTextAt) + THANKS_MS
  if (isSoon && text !== undefined && isThanks(text, rules.company.thanksWords))
    return { outcome: 'thanks', change: { repliedAfterAt: at }, says: [] }
  const until = Date.parse(closedAt ?? '') + rules.company.reopenMinutes * MINUTE_MS
  const isOver = closeReason === 'merged' || closeReason === 'connection'
  if (isOver || !(wrote < until)) return undefined
  // Its queue may have been deleted since.
  const isQueue = queueId !== null && rules.company.queues.some(({ id }) => id === queueId)
  return {
    outcome: 'reopens',
    change: {
      ...notClosed(lastClosed),
      waitingSince: waitsSince(lastClosed, arrival.conversation.personWroteAt),
      reopenedAt: new Date(now).toISOString(),
      status: 'pending',
      userId: null,
      preferredUserId: lastAttendantId,
      queueId: isQueue ? queueId : defaultQueueOf(rules),
    },
    says: [],
    event: { kind: 'reopened' },
  }
}

/** Whether a message may answer the question for a rate: an earlier one does not. @param wrote see {@link wroteAt} */
function isAnswerTo({ askedAt }: Rating, wrote: number): boolean {
  const asked = Date.parse(askedAt)
  return wrote >= asked - CLOCKS_DIFFER_MS && wrote < asked + RATE_COUNTS_MS
}

function opening(arrival: Arrival, rules: DeskRules, now: number): Decision {
  const { reply, answersOurs } = arrival
  const opens = (change: Partial<StoredTicket>, says: Decision['says'] = []): Decision => ({
    outcome: 'opens',
    change,
    says,
  })
  if (reply) {
    const { campaignId, tagIds, queueId } = reply
    return opens({ origin: 'campaign', campaignId, tagIds, queueId: queueId ?? defaultQueueOf(rules) })
  }
  if (answersOurs || isSilent(arrival, rules, now)) return opens({ queueId: defaultQueueOf(rules) })
  const { greetingMessage } = rules.connection
  const [first, second] = rules.queues
  if (!first || !second) {
    const text = greetingMessage || first?.greetingMessage
    return opens({ queueId: first?.id ?? null }, text ? [{ auto: 'greeting', text }] : [])
  }
  const menu = menuOf(rules)
  const text = greetingMessage ? `${greetingMessage}\n\n${menu.text}` : menu.text
  return opens({ bot: { step: 'menu', tries: 0, hadFile: false } }, [{ auto: 'greeting', text }])
}

export const defaultQueueOf = (rules: DeskRules): string | null => defaultQueue(rules)?.id ?? null

const defaultQueue = ({ connection, queues }: DeskRules): QueueRules | undefined =>
  queues.find(({ id }) => id === connection.defaultQueueId) ?? queues[0]

const menuOf = ({ queues }: DeskRules): { auto: 'menu'; text: string } => ({
  auto: 'menu',
  text: [...queues.map(({ name }, at) => `*${at + 1}* - ${name}`), '*#* - Ver este menu de novo'].join('\n'),
})

/** Whether the customer is told nothing by itself. */
const isSilent = (arrival: Arrival, rules: DeskRules, now: number): boolean =>
  isMuted(arrival, rules, now) || (arrival.isMissed ?? false) || wroteAt(arrival, now) < now - LATE_MS

/** Whether the customer would be told nothing even in time. */
const isMuted = (arrival: Arrival, { company }: DeskRules, now: number): boolean =>
  arrival.isQuietContact || company.isOverdue || isTalkingToMachine(arrival, now)

/** Whether the conversation is full of automatic messages: the other side may be a machine as well. */
const isTalkingToMachine = ({ conversation }: Arrival, now: number): boolean =>
  (conversation.automaticAt ?? []).filter((at) => at > now - AUTOMATIC_WINDOW_MS).length >= AUTOMATIC_MAX

/**
 * Adds the out-of-hours message, once per closure. It comes after a greeting, so that the customer last reads that the
 * company is closed, and before a menu, which waits for an answer.
 */
function withOutOfHours(decision: Decision, arrival: Arrival, rules: DeskRules, now: number): Decision {
  const { outcome, change, says } = decision
  if (outcome === 'rates' || outcome === 'thanks' || isSilent(arrival, rules, now)) return decision
  const { conversation, live, lastClosed } = arrival
  if ((conversation.personWroteAt ?? 0) > now - PERSON_RECENT_MS) return decision
  const before = live ?? (outcome === 'reopens' ? lastClosed : undefined)
  const queueId = change.queueId !== undefined ? change.queueId : (before?.queueId ?? null)
  const closure = closureOf(rules, queueId, now)
  if (!closure?.text || closure.id === conversation.closureTold) return decision
  const told = { auto: 'outOfHours' as const, text: closure.text }
  const asksForQueue = change.bot?.step === 'menu'
  return {
    ...decision,
    says: asksForQueue ? [told, ...says] : [...says, told],
    closureTold: closure.id,
  }
}
