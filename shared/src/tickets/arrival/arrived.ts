import type { SettledContact } from '../../contacts/settle-contact.ts'
import type { Conversation } from '../../conversations/conversation.ts'
import type { StoredMessage } from '../../conversations/message.ts'
import { getGroup } from '../../groups/store.ts'
import { isGroup } from '../../messages/chat.ts'
import type { InboundMessage } from '../../messages/inbound.ts'
import { messageIdFrom } from '../../messages/message-id.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { getUser } from '../../users/store.ts'
import { isLive, type StoredTicket } from '../contract/stored-ticket.ts'
import type { GroupSettings } from '../contract/ticket.ts'
import { type Arrival, type Decision, decide, toDefaultQueue, wroteAt } from '../rules/arrival.ts'
import type { DeskRules } from '../rules/desk-rules.ts'
import { lastMessage } from '../rules/last-message.ts'
import { inTriage } from '../rules/machine.ts'
import { snoozeEnded, timerOf, timerOfSilence } from '../rules/timer.ts'
import { getDeskSettings } from '../store/desk-settings.ts'
import { getGroupSettings } from '../store/group-settings.ts'
import { internalMessage } from '../store/internal-message.ts'
import { loadDeskRules } from '../store/load-desk-rules.ts'
import { newTicket } from '../store/new-ticket.ts'
import { nextProtocol } from '../store/protocols.ts'
import { lastClosedTicket, liveTicket } from '../store/tickets.ts'
import { questionFailed } from './question-failed.ts'

/** Everything beside the message itself that decides about its ticket. */
export interface ArrivalContext extends Pick<Arrival, 'aside' | 'reply' | 'isMissed'> {
  conversation: Conversation | undefined
  /** undefined in a group. */
  contact: Pick<SettledContact, 'id' | 'name' | 'botDisabled'> | undefined
  /** The ticket that it may join. */
  ticket: StoredTicket | undefined
  /** The attendant of a closed `ticket`, if that user still works here. */
  lastAttendantId?: string | null
  /** The question for a rate of a closed `ticket` never left. */
  questionFailed?: boolean
  rules: DeskRules | undefined
  /** Hours of silence after which a ticket that the phone answers ends; 0: never. */
  idleCloseHours: number
  /** The subject of a group whose ticket has no name yet, if it is known. */
  groupName?: string | undefined
  /** The settings of a group without a live ticket. */
  group?: GroupSettings | undefined
  /** A protocol number for a ticket that it may open; gaps are allowed. */
  protocol: string
}

/** A message with all that is stored because of it. */
export interface Arrived {
  message: StoredMessage
  ticket?: StoredTicket
  answers: StoredMessage[]
  events: StoredMessage[]
  closureTold?: string
}

const DAY_MS = 24 * 3_600_000

export async function loadContext(
  table: TenantTable,
  event: InboundMessage,
  { chat, connectionId }: StoredMessage,
  known: Pick<ArrivalContext, 'aside' | 'reply' | 'conversation' | 'contact'>,
  now: number,
): Promise<ArrivalContext> {
  const live = await liveTicket(table, connectionId, chat)
  const { aside, reply, conversation, contact } = known
  const idleCloseHours = event.fromMe && live ? (await getDeskSettings(table)).idleCloseHours : 0
  const isMissed = event.missed !== undefined
  const none = { rules: undefined, idleCloseHours, protocol: '' }
  const context = { aside, reply, conversation, contact, isMissed, ...none }
  if (isByApp(event)) return { ...context, ticket: undefined }
  // A message of the phone ends the menu, and the ticket then waits in a queue.
  if (aside || (event.fromMe && !(live && inTriage(live)))) return { ...context, ticket: live }
  const rules = await loadDeskRules(table, connectionId, now)
  const unnamed = live && live.name !== chat ? undefined : event.groupId
  const groupName = unnamed ? (await getGroup(table, connectionId, unnamed))?.subject : undefined
  if (live) return { ...context, ticket: live, rules, groupName }
  const protocol = await nextProtocol(table, rules.company.timeZone, now)
  if (!event.groupId) {
    const ticket = await lastClosedTicket(table, connectionId, chat)
    const attendant = ticket?.userId ? await getUser(table, ticket.userId) : undefined
    const ended = {
      ticket,
      lastAttendantId: attendant?.id ?? null,
      questionFailed: ticket !== undefined && (await questionFailed(table, ticket, now)),
    }
    return { ...context, ...ended, rules, protocol }
  }
  const group = await getGroupSettings(table, connectionId, chat)
  return { ...context, ticket: undefined, rules, protocol, groupName, group }
}

/** Whether a missed message is a greeting or away text of the phone's app, which answers nothing. */
export const isByApp = ({ fromMe, missed }: InboundMessage): boolean => fromMe && missed === 'unanswered'

/** Puts a message into its ticket, with what is answered by itself. @param now milliseconds since 1970 */
export function arrivedInTicket(message: StoredMessage, context: ArrivalContext, now: number): Arrived {
  const alone: Arrived = { message, answers: [], events: [] }
  if (message.fromMe) return fromThePhone(message, context, now)
  if (isGroup(message.chat)) return inGroup(message, context, now)
  const { ticket, rules, aside } = context
  const live = ticket && isLive(ticket) ? ticket : undefined
  if (!rules) {
    if (live) return joined(message, live, { change: {}, says: [], outcome: 'joins' }, context, now)
    return aside ? { ...alone, message: { ...message, aside } } : alone
  }
  const decision = decide(arrivalOf(message, context, now), rules, now)
  if (decision.outcome !== 'opens')
    return ticket ? timed(joined(message, ticket, decision, context, now), rules, now) : alone
  const beginning = { ...message, name: context.contact?.name || message.name }
  const opened = newTicket(beginning, context.protocol, now, decision.change)
  return timed(joined(message, opened, { ...decision, change: {} }, context, now), rules, now)
}

/** The time in the menu begins anew with each message. */
const timed = (arrived: Arrived, rules: DeskRules, now: number): Arrived =>
  arrived.ticket
    ? { ...arrived, ticket: { ...arrived.ticket, timerAt: timerOf(arrived.ticket, rules.company, now) } }
    : arrived

function arrivalOf(message: StoredMessage, context: ArrivalContext, now: number): Arrival {
  const { ticket, conversation, aside, reply, contact } = context
  const { content } = message
  const ours = conversation?.ours
  return {
    text: content.type === 'text' ? content.text : undefined,
    at: message.at,
    live: ticket && isLive(ticket) ? ticket : undefined,
    lastClosed: ticket && !isLive(ticket) ? ticket : undefined,
    lastAttendantId: context.lastAttendantId ?? null,
    questionFailed: context.questionFailed,
    aside,
    reply,
    isQuietContact: contact?.botDisabled ?? false,
    isMissed: context.isMissed ?? false,
    answersOurs: ours !== undefined && ours.origin !== 'user' && ours.at > wroteAt(message, now) - DAY_MS,
    conversation: conversation ?? {},
  }
}

/** A customer's message in its ticket: numbered, and waiting for an answer while the ticket is live. */
function joined(
  message: StoredMessage,
  ticket: StoredTicket,
  decision: Decision,
  { contact, aside }: Pick<ArrivalContext, 'contact' | 'aside'>,
  now: number,
): Arrived {
  const { change, says, closureTold, event, outcome } = decision
  const changed = { ...ticket, ...change }
  const seq = ticket.inboundSeq + 1
  const answers = says.map(({ auto, text }, index) =>
    automaticMessage(message, changed.id, auto, text, now, index),
  )
  const settles = outcome === 'rates' || outcome === 'thanks'
  const after: StoredTicket = {
    ...changed,
    ...lastMessage(changed, message),
    contactId: contact?.id ?? ticket.contactId ?? null,
    name: contact?.name || changed.name,
    inboundSeq: seq,
    readSeq: settles ? seq : ticket.readSeq,
    firstInboundAt: ticket.firstInboundAt ?? message.at,
    waitingSince: settles ? null : aside === 'answered' ? changed.waitingSince : waitsFrom(changed, message),
    ...snoozeEnded(changed),
    updatedAt: new Date(now).toISOString(),
  }
  return {
    message: {
      ...message,
      ticketId: changed.id,
      seq,
      ...(answers.length > 0 && { answers: answers.map(({ messageId }) => messageId) }),
    },
    ticket: after,
    answers,
    // Only open tickets are snoozed, and a message to an open ticket causes no other event.
    events: eventsOf(after, changed.snoozedUntil ? { kind: 'woken' } : event, message),
    ...(closureTold && { closureTold }),
  }
}

/** A message may come after a later one that waits already. */
const waitsFrom = ({ waitingSince }: StoredTicket, { at }: StoredMessage): string =>
  waitingSince !== null && waitingSince < at ? waitingSince : at

/** What the conversation shows of a change that the message caused, right behind the message. */
const eventsOf = (
  ticket: StoredTicket,
  event: Decision['event'],
  { at }: Pick<StoredMessage, 'at'>,
): StoredMessage[] => (event ? [internalMessage(ticket, { type: 'event', by: null, ...event }, at, 1)] : [])

/**
 * A message of the company's own phone answers the customer. Without a live ticket it opens none. It does not answer
 * the customer's later messages.
 */
function fromThePhone(message: StoredMessage, context: ArrivalContext, now: number): Arrived {
  const { ticket, rules } = context
  const isOvertaken = (ticket?.waitingSince ?? '') > message.at
  if (!ticket || !isLive(ticket) || isOvertaken) return { message, answers: [], events: [] }
  const left = inTriage(ticket) && rules ? toDefaultQueue(ticket, rules) : undefined
  const after: StoredTicket = {
    ...ticket,
    ...left?.change,
    ...lastMessage(ticket, message),
    waitingSince: null,
    bot: null,
    timerAt: left ? null : timerOfSilence(ticket, context, message.at),
    personWrote: true,
    firstResponseAt: ticket.firstResponseAt ?? (ticket.firstInboundAt ? message.at : null),
    updatedAt: new Date(now).toISOString(),
  }
  return {
    message: { ...message, ticketId: ticket.id },
    ticket: after,
    answers: [],
    events: eventsOf(after, left?.event, message),
  }
}

/** A group has one ticket, which stays open and counts no waiting time (part 4 §5). */
function inGroup(
  message: StoredMessage,
  { ticket, protocol, groupName, group }: ArrivalContext,
  now: number,
): Arrived {
  const beginning = { ...message, name: groupName }
  const decided = group && { group: { muted: group.muted, queueIds: group.queueIds } }
  const before = ticket ?? newTicket(beginning, protocol, now, { status: 'open', ...decided })
  const seq = before.inboundSeq + 1
  const after: StoredTicket = {
    ...before,
    ...lastMessage(before, message),
    name: groupName ?? before.name,
    inboundSeq: seq,
    updatedAt: new Date(now).toISOString(),
  }
  return { message: { ...message, ticketId: before.id, seq }, ticket: after, answers: [], events: [] }
}

/** An automatic message. Its id follows from the message that it answers. */
function automaticMessage(
  answered: StoredMessage,
  ticketId: string,
  auto: NonNullable<StoredMessage['auto']>,
  text: string,
  now: number,
  index: number,
): StoredMessage {
  const { connectionId, chat, messageId, at } = answered
  return {
    connectionId,
    chat,
    ticketId,
    auto,
    messageId: messageIdFrom(ticketId, messageId, auto),
    at: new Date(Math.max(now, Date.parse(at) + 1) + index).toISOString(),
    fromMe: true,
    origin: 'automatic',
    status: 'PENDING',
    content: { type: 'text', text },
  }
}
