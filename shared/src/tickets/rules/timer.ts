import type { DeskSettings } from '../contract/desk-settings.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import { inTriage } from './machine.ts'
import { isOffered } from './offer.ts'
import type { RequestedChange } from './requested-change.ts'

const MINUTE_MS = 60_000
/** A ticket that waits for one user returns to its queue after this multiple of the menu's time (part 4 §8). */
const FOR_A_USER = 3

type Times = Pick<DeskSettings, 'triageMinutes'>

/**
 * When the sweep is to look at a ticket after a customer's message. A customer who does not answer the menu goes to the
 * default queue. A message does not change how long a ticket waits for a user after a transfer or an offer.
 * @param now milliseconds since 1970
 * @returns ISO 8601; null for never
 */
export function timerOf(ticket: StoredTicket, { triageMinutes }: Times, now: number): string | null {
  if (ticket.status !== 'pending') return null
  if (ticket.userId || isOffered(ticket)) return ticket.timerAt
  return inTriage(ticket) ? later(now, triageMinutes) : null
}

/** A customer who writes ends a snooze and its timer. Other timers stay. */
export const snoozeEnded = ({ snoozedUntil, timerAt }: Pick<StoredTicket, 'snoozedUntil' | 'timerAt'>) => ({
  snoozedUntil: null,
  timerAt: snoozedUntil ? null : timerAt,
})

/** When a ticket that was transferred to a user returns to its queue. @param now milliseconds since 1970 */
export const timerOfTransfer = ({ triageMinutes }: Times, now: number): string =>
  later(now, FOR_A_USER * triageMinutes)

/**
 * When an open ticket ends if its customer stays silent: the setting's hours after the company's last message, and not
 * while the ticket is put off (part 4 §4).
 * @param at when the company wrote, ISO 8601
 * @returns ISO 8601; null for never
 */
export function timerOfSilence(
  {
    status,
    isGroup,
    snoozedUntil,
    timerAt,
  }: Pick<StoredTicket, 'status' | 'isGroup' | 'snoozedUntil' | 'timerAt'>,
  { idleCloseHours }: Pick<DeskSettings, 'idleCloseHours'>,
  at: string,
): string | null {
  if (status !== 'open' || isGroup || snoozedUntil) return timerAt
  return idleCloseHours === 0 ? null : later(Date.parse(at), idleCloseHours * MINUTES_OF_HOUR)
}

/**
 * When the sweep is to look at a ticket after a person's change. A transfer to a user starts the time of waiting for
 * them. If the customer was answered, a takeover keeps the silence timer; reopening or the end of a snooze restarts it.
 * @param after the ticket with the change applied
 * @param now milliseconds since 1970
 * @returns ISO 8601; null for never
 */
export function timerAfterChange(
  before: Pick<StoredTicket, 'snoozedUntil' | 'timerAt'>,
  after: StoredTicket,
  wanted: RequestedChange,
  settings: Pick<DeskSettings, 'triageMinutes' | 'idleCloseHours'>,
  now: number,
): string | null {
  if (wanted.kind === 'transfer' && wanted.userId) return timerOfTransfer(settings, now)
  const comes = wanted.kind === 'open' || wanted.kind === 'takeOver' || wanted.kind === 'snooze'
  if (!comes || after.status !== 'open' || after.waitingSince || !after.lastFromMe) return after.timerAt
  if (wanted.kind === 'takeOver' && !before.snoozedUntil) return before.timerAt
  return timerOfSilence(after, settings, new Date(now).toISOString())
}

const MINUTES_OF_HOUR = 60

const later = (now: number, minutes: number): string => new Date(now + minutes * MINUTE_MS).toISOString()
