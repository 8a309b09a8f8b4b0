import type { TicketEvent } from '../../messages/content.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import { closed } from './apply-change.ts'
import { defaultQueueOf } from './arrival.ts'
import type { DeskRules } from './desk-rules.ts'
import { inTriage } from './machine.ts'
import { isOffered, offersAfter } from './offer.ts'
import { timerOfSilence } from './timer.ts'

/** What becomes of a ticket at its time. */
export interface TimedChange {
  after: StoredTicket
  /** What the conversation shows of it; undefined for nothing. */
  event?: Omit<TicketEvent, 'type' | 'by'>
  /** The text that the customer is told. */
  says?: { auto: 'idle'; text: string }
}

/**
 * What happens when a ticket's time has come: a snoozed one returns to its attendant, one that was transferred to a user
 * goes back to its queue, a customer who did not answer the menu goes to the default queue, and an answered customer's
 * silence ends the ticket (part 4 §4, §5, §8). Pure.
 * @param now milliseconds since 1970
 * @param isSilent whether the customer is told nothing
 */
export function timeIsUp(
  ticket: StoredTicket,
  rules: DeskRules,
  now: number,
  isSilent: boolean,
): TimedChange {
  const after = { ...ticket, timerAt: null }
  if (ticket.snoozedUntil) return { after: woken(after, rules, now), event: { kind: 'woken' } }
  if (ticket.status === 'open') return inSilence(after, rules, now, isSilent)
  const queueId = ticket.queueId ?? defaultQueueOf(rules)
  if (ticket.status === 'pending' && ticket.userId)
    return {
      after: { ...after, userId: null, queueId, offer: offersAfter(queueId, ticket.userId) },
      event: { kind: 'returned' },
    }
  // The offer ran out, and no service offers the ticket to the next attendant.
  if (isOffered(ticket)) return { after: { ...after, preferredUserId: null } }
  if (!inTriage(ticket)) return { after }
  const queue = rules.queues.find(({ id }) => id === queueId)
  return {
    after: { ...after, queueId, bot: ticket.bot && { ...ticket.bot, step: 'none' } },
    event: { kind: 'queued', ...(queue && { queue: { id: queue.id, name: queue.name } }) },
  }
}

/** The silence of an answered customer counts from now on: its attendant wanted to come back to it. */
function woken(ticket: StoredTicket, { company }: DeskRules, now: number): StoredTicket {
  const awake = { ...ticket, snoozedUntil: null }
  if (ticket.waitingSince) return awake
  return { ...awake, timerAt: timerOfSilence(awake, company, new Date(now).toISOString()) }
}

/** A customer who wrote last, or did not get our last message, never finds the ticket closed. */
function inSilence(ticket: StoredTicket, rules: DeskRules, now: number, isSilent: boolean): TimedChange {
  const { idleMessage, isOverdue } = rules.company
  if (ticket.waitingSince || !ticket.lastFromMe || ticket.lastFailed) return { after: ticket }
  const ends = timerOfSilence(ticket, rules.company, ticket.lastAt)
  // The company may have chosen a longer time since, or none.
  if (ends === null || Date.parse(ends) > now) return { after: { ...ticket, timerAt: ends } }
  const says = idleMessage && !isOverdue && !isSilent
  const at = new Date(now).toISOString()
  return {
    after: closed(ticket, { reason: 'idle', by: null, farewell: says ? 'completion' : 'nothing' }, at),
    event: { kind: 'closed', reason: 'idle' },
    ...(says && { says: { auto: 'idle', text: idleMessage } }),
  }
}
