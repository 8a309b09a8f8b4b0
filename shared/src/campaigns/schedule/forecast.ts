import { DAY_MS, localTimeOf, momentsOf } from '../../calendar/local-time.ts'
import { closesAt, opensAt } from '../../calendar/weekly-hours.ts'
import type { SendWindows } from '../../calendar/weekly-periods.ts'
import { MS_PER_NUMBER, waitOfCheck } from '../../contact-lists/check-budget.ts'
import type { Pace } from './pacing.ts'

/** Forecasts end this far ahead, in milliseconds. */
const FURTHEST_MS = 400 * DAY_MS

/** The remaining work of a campaign and its limits. */
export interface Outlook {
  /** Earliest time of the first message, in milliseconds since 1970. */
  startsAt: number
  /** Messages not sent yet. */
  messages: number
  pace: Pace
  /** Messages that the connection's chain has handed over so far; the longer pause counts them. */
  handedOver: number
  windows: SendWindows
  timeZone: string
  /** How many of the messages go to people who are new to the connection. */
  firstContacts: number
  /** How many of the messages go to people whose number WhatsApp is asked about just before. */
  toLookUp: number
  /** First contacts allowed today and on each later day; null for no limit. */
  budget: { left: number; perDay: number } | null
  /** Campaigns that share the connection, including this one. */
  sharedBy: number
}

/**
 * Estimates when a campaign's last message leaves, in milliseconds since 1970, by the mean of its intervals or by the
 * look-ups of its numbers, whichever is slower. Null if it never does, or not within 400 days. Assumes that the
 * connection's other campaigns run for as long with as many look-ups, and that new people and those to look up are
 * spread evenly over the recipients.
 */
export function expectedEnd(outlook: Outlook): number | null {
  const { startsAt, windows, timeZone, budget, sharedBy } = outlook
  const newcomers = Math.min(outlook.firstContacts, outlook.messages)
  const left: Left = { newcomers, others: outlook.messages - newcomers }
  let connection: Standing = { at: startsAt, handedOver: outlook.handedOver, turn: 0 }
  let today: number | undefined
  let mayStill = Number.POSITIVE_INFINITY
  if (outlook.messages <= 0) return startsAt
  for (;;) {
    const at = opensAt(windows, timeZone, connection.at)
    if (at === null || at > startsAt + FURTHEST_MS) return null
    const { day } = localTimeOf(timeZone, at)
    if (budget && day !== today) {
      mayStill = shareOf(today === undefined ? budget.left : budget.perDay, sharedBy)
      today = day
    }
    const halt = nextHalt(outlook, at, left.newcomers > 0)
    const fits = messagesWithin(outlook, connection.handedOver, halt - at, left)
    const turns = Math.floor((connection.turn + fits) / sharedBy)
    const sent = sharedOut(left, turns, mayStill)
    left.newcomers -= sent.newcomers
    left.others -= sent.others
    mayStill -= sent.newcomers
    const leaving = (sent.newcomers + sent.others) * sharedBy - connection.turn
    if (left.newcomers + left.others === 0)
      return Math.round(at + elapsed(outlook, connection.handedOver, leaving - 1))
    const isFull = sent.newcomers + sent.others === turns
    connection = after({ ...connection, at }, isFull ? fits : Math.max(0, leaving), outlook, halt)
  }
}

interface Left {
  newcomers: number
  others: number
}

/** State of the connection's chain: time of the next message, messages handed over, and those since our last one. */
interface Standing {
  at: number
  handedOver: number
  turn: number
}

const after = ({ at, handedOver, turn }: Standing, messages: number, outlook: Outlook, halt: number) => ({
  // An interval that is running when the window closes continues meanwhile.
  at: Math.max(halt, at + elapsed(outlook, handedOver, messages)),
  handedOver: handedOver + messages,
  turn: (turn + messages) % outlook.sharedBy,
})

/** The next halt: the window closes, or the day ends and the budget is renewed. */
function nextHalt({ windows, timeZone, budget }: Outlook, at: number, hasNewcomers: boolean): number {
  const closed = closesAt(windows, timeZone, at) ?? Number.POSITIVE_INFINITY
  return budget && hasNewcomers ? Math.min(closed, nextDayAt(timeZone, at)) : closed
}

function nextDayAt(timeZone: string, at: number): number {
  const { day } = localTimeOf(timeZone, at)
  const moments = momentsOf(timeZone, day + 1, [0])
  return Math.min(...moments.filter((moment) => moment > at && localTimeOf(timeZone, moment).day > day))
}

/** One campaign's share of a shared budget. */
const shareOf = (budget: number, sharedBy: number): number =>
  budget <= 0 ? 0 : Math.max(1, Math.floor(budget / sharedBy))

/** Splits the next messages between both kinds in equal measure, until the budget is used up. */
function sharedOut({ newcomers, others }: Left, messages: number, mayStill: number): Left {
  const even = Math.round((messages * newcomers) / (newcomers + others))
  const first = Math.min(newcomers, mayStill, even)
  const toOthers = Math.min(others, messages - first)
  return { newcomers: Math.min(newcomers, mayStill, messages - toOthers), others: toOthers }
}

/** How many of the connection's messages leave in a span of milliseconds, the first at once; no more than needed. */
function messagesWithin(outlook: Outlook, handedOver: number, span: number, left: Left): number {
  let [fits, tooMany] = [0, (left.newcomers + left.others) * outlook.sharedBy]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (elapsed(outlook, handedOver, middle) < span) fits = middle
    else tooMany = middle
  }
  return fits + 1
}

/** Average duration of `intervals` intervals in milliseconds, by their pace or by the look-ups, whichever is slower. */
const elapsed = (outlook: Outlook, handedOver: number, intervals: number): number =>
  Math.max(paced(outlook.pace, handedOver, intervals), lookedUp(outlook, intervals + 1))

/** Wait in milliseconds until the last of these messages has its look-up. The connection has made none for a minute. */
function lookedUp({ toLookUp, messages }: Outlook, ofMessages: number): number {
  const share = Math.min(1, toLookUp / messages)
  return waitOfCheck(ofMessages * share * MS_PER_NUMBER)
}

/** Average duration of the intervals in milliseconds, the first one after the `handedOver + 1`-th message. */
function paced(pace: Pace, handedOver: number, intervals: number): number {
  const { minimum, maximum, longerAfter, longerPause } = pace
  const mean = (minimum + maximum) / 2
  const pauses =
    longerAfter > 0 && longerPause > 0
      ? Math.floor((handedOver + intervals) / longerAfter) - Math.floor(handedOver / longerAfter)
      : 0
  return (intervals * mean + pauses * (meanOfLonger(pace) - mean)) * 1000
}

/** The longer pause replaces a shorter drawn interval: the mean of the greater of both, in seconds. */
function meanOfLonger({ minimum, maximum, longerPause }: Pace): number {
  if (longerPause >= maximum) return longerPause
  if (longerPause <= minimum) return (minimum + maximum) / 2
  const below = (longerPause - minimum) * longerPause
  const above = (maximum ** 2 - longerPause ** 2) / 2
  return (below + above) / (maximum - minimum)
}
