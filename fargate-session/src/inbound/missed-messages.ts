import { firstOf } from '@recado/shared/first-of'
import { isAmendment } from '@recado/shared/messages/content'
import type { InboundMessage, Person } from '@recado/shared/messages/inbound'
import { CLOCKS_DIFFER_MS } from '@recado/shared/messages/whatsapp-clock'
import { BY_ITSELF_MS } from '@recado/shared/tickets/rules/missed'
import type { BaileysEventMap, WAMessage } from '@whiskeysockets/baileys'
import { personOf } from '../wire/jids.ts'
import { inboundOf } from './receive.ts'

/** Older messages stay on the phone, in milliseconds: a customer who waited for a week has given up (assumed). */
const OLDEST_MS = 7 * 24 * 3_600_000
/** The most messages of a chat that are received, the latest ones. */
const KEPT = 50

type History = Pick<BaileysEventMap['messaging-history.set'], 'chats' | 'messages'>
/** A message with the WhatsApp message that it was read from. */
export type Missed = { event: InboundMessage; message: WAMessage }

/**
 * The messages of each person's chat in an account's history that were written after a moment, by the person and on the company's
 * phone, oldest first. Calls, deleted messages and changes of messages are left out.
 * @param since milliseconds since 1970; 0: nothing
 */
export function missedMessages(
  { chats, messages = [] }: Partial<History> & Pick<History, 'chats'>,
  of: { companyId: string; connectionId: string },
  since: number,
  now: number,
): Missed[][] {
  if (since === 0) return []
  const after = Math.max(since - CLOCKS_DIFFER_MS, now - OLDEST_MS)
  const named = chats.flatMap(({ id, pnJid, lidJid }) => {
    const person = personOf(id, pnJid, lidJid)
    return [id, pnJid, lidJid].flatMap((jid): [string, Person][] => (jid && person ? [[jid, person]] : []))
  })
  const people = new Map(named)
  const personIn = ({ key }: WAMessage) => people.get(key.remoteJid ?? '') ?? personOf(key.remoteJid)
  const isMissed = ({ messageTimestamp }: WAMessage) => Number(messageTimestamp ?? 0) * 1000 >= after
  const written = Map.groupBy(messages.filter(isMissed), (message) => {
    const { number, lid } = personIn(message) ?? {}
    return number ?? lid
  })
  return [...written.values()].flatMap((inChat) => {
    const person = inChat[0] && personIn(inChat[0])
    if (!person) return []
    // The latest is first in a history.
    const inOrder = inChat
      .toReversed()
      .flatMap((message) => missedOf(message, of, person))
      .sort((one, other) => one.event.timestamp - other.event.timestamp)
      .slice(-KEPT)
    return inOrder.length > 0 ? [inOrder.map(placed)] : []
  })
}

function missedOf(
  message: WAMessage,
  of: { companyId: string; connectionId: string },
  person: Person,
): Missed[] {
  const event = message.message ? inboundOf(message, of) : undefined
  if (!event || event.groupId || isAmendment(event.content)) return []
  return [{ message, event: { ...event, person, at: event.timestamp * 1000, missed: 'unanswered' } }]
}

/** Messages of one second keep their order. */
const placed = ({ event, message }: Missed, index: number, all: readonly Missed[]): Missed => {
  const first = all.findIndex((one) => one.event.timestamp === event.timestamp)
  return { message, event: { ...event, at: event.at + index - first } }
}

/** Says of each message of a chat, oldest first, whether the company answered it on the phone. */
export function withAnswers(chat: readonly Missed[]): Missed[] {
  const isByItself = (at: number, timestamp: number) => {
    const before = firstOf(chat, at).findLast(({ event }) => !event.fromMe)
    return before !== undefined && (timestamp - before.event.timestamp) * 1000 <= BY_ITSELF_MS
  }
  const answer = chat.findLastIndex(({ event }, at) => event.fromMe && !isByItself(at, event.timestamp))
  return chat.map(({ event, message }, index) => ({
    message,
    event: { ...event, missed: index <= answer ? ('answered' as const) : ('unanswered' as const) },
  }))
}
