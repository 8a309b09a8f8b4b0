import type { StoredMessage } from '@recado/shared/conversations/message'
import type { Chat } from '@recado/shared/messages/chat'
import { isLive, type StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { type End, isOfCustomer, isServed } from './end.ts'
import type { Commit } from './journal.ts'
import { PERSONAL_CHATS } from './shop.ts'

/** A closed ticket whose customer waited for an answer at its end. */
interface Unanswered {
  chat: Chat
  /** Milliseconds since 1970. */
  closedAt: number
  /** Whether a person of the company wrote after the end. Clocks differ and messages come late: it may be unknown. */
  isAnswered: boolean | 'perhaps'
  /** Its conversation moved, and a part may not know yet what was written in the other one. */
  isMoving: boolean
}

/** A ticket waits exactly while a message of its customer has no answer by a person, also after it was closed meanwhile. */
export function waitingIsSinceAMessage({ world, tickets, chats }: End): string[] {
  const waiting = waitingTickets(world.rows.commits)
  const moments = new Map(
    chats.map(({ chat, messages }) => [chat, new Set(messages.filter(isOfCustomer).map(({ at }) => at))]),
  )
  return tickets.flatMap(({ id, chat, waitingSince }) => [
    ...(waiting.has(id) === (waitingSince !== null)
      ? []
      : [`${id} waits since ${waitingSince}, expected ${waiting.has(id)}`]),
    ...(!waitingSince || moments.get(chat)?.has(waitingSince) ? [] : [`${id} waits for nothing`]),
  ])
}

/** The ids of the tickets that wait at the end of these commits. */
function waitingTickets(commits: readonly Commit[]): ReadonlySet<string> {
  const waiting = new Set<string>()
  const unanswered = new Map<string, Unanswered>()
  /** The moment in which a person of the company last wrote to a customer. */
  const wroteIn = new Map<number, number>()
  for (const { tickets: written, messages, moved, moment } of commits) {
    for (const { before, after } of written) {
      const left = unanswered.get(after.id)
      if (left && left.chat !== after.chat) Object.assign(left, { chat: after.chat, isMoving: true })
      if (isLive(after)) {
        if (left && waitsAgain(left, after)) waiting.add(after.id)
        unanswered.delete(after.id)
        continue
      }
      const heir = before?.mergedInto ? undefined : written.find((one) => one.after.id === after.mergedInto)
      if (heir && isLive(heir.after) && waiting.has(after.id)) waiting.add(heir.after.id)
      if (waiting.delete(after.id) && !after.mergedInto)
        unanswered.set(after.id, {
          chat: after.chat,
          closedAt: Date.parse(after.closedAt ?? ''),
          isAnswered: wroteIn.get(customerOf(after.chat)) === moment ? 'perhaps' : false,
          isMoving: false,
        })
    }
    for (const { chat } of moved)
      for (const left of unanswered.values())
        if (customerOf(left.chat) === customerOf(chat)) left.isMoving = true
    for (const message of messages) {
      const { fromMe, ticketId = '', chat } = message
      const ticket = written.find(({ after }) => after.id === ticketId)?.after
      if (!fromMe && ticket && isServed(ticket)) waiting.add(ticketId)
      if (!isByPerson(message)) continue
      waiting.delete(ticketId)
      wroteIn.set(customerOf(chat), moment)
      for (const left of unanswered.values()) noteAnswer(left, message)
    }
  }
  return waiting
}

const isByPerson = ({ fromMe, origin }: StoredMessage): boolean =>
  fromMe && (origin === 'user' || origin === 'phone')

/** A customer has two chats at most. */
const customerOf = (chat: Chat): number => Math.floor(PERSONAL_CHATS.indexOf(chat) / 2)

/** WhatsApp's times are whole seconds. */
const SECOND_MS = 1000

function noteAnswer(left: Unanswered, { chat, at }: StoredMessage): void {
  if (customerOf(left.chat) !== customerOf(chat)) return
  const isCertain = chat === left.chat && !left.isMoving && Date.parse(at) > left.closedAt + SECOND_MS
  left.isAnswered = isCertain || 'perhaps'
}

const waitsAgain = ({ isAnswered }: Unanswered, { waitingSince }: StoredTicket): boolean =>
  isAnswered === 'perhaps' ? waitingSince !== null : !isAnswered
