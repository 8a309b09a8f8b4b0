import { DAY_MS, localTimeOf, momentsOf } from './local-time.ts'
import type { Pace } from './pacing.ts'
import { closesAt, opensAt } from './send-windows.ts'
import type { SendWindows } from './settings.ts'

/** What is later than this is not foretold. */
const FURTHEST_MS = 400 * DAY_MS

/** What a campaign still has before it, and what holds it up. */
export interface Outlook {
  /** The first message may leave at this moment, in milliseconds since 1970. */
  startsAt: number
  /** Messages that are still to leave. */
  messages: number
  pace: Pace
  /** Messages the connection's chain has handed over so far: what the longer pause counts. */
  handedOver: number
  windows: SendWindows
  timeZone: string
  /** How many of the messages go to people who are new to the connection. */
  firstContacts: number
  /** How many of those the connection may still write to today, and on each day after; null for no limit. */
  budget: { left: number; perDay: number } | null
  /** Campaigns that take turns on the connection, this one counted: 1 where it is alone. */
  sharedBy: number
}

/**
 * When a campaign's last message leaves, in milliseconds since 1970, by the mean of its intervals; null where it
 * never does or that lies more than 400 days ahead. The other campaigns on the connection are taken to go on for
 * as long, and people who are new to be spread evenly over the recipients.
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
      return Math.round(at + elapsed(outlook.pace, connection.handedOver, leaving - 1))
    const isFull = sent.newcomers + sent.others === turns
    connection = after({ ...connection, at }, isFull ? fits : Math.max(0, leaving), outlook, halt)
  }
}

interface Left {
  newcomers: number
  others: number
}

/** The connection's chain: when its next message may leave, how many it has handed over, and how many since ours. */
interface Standing {
  at: number
  handedOver: number
  turn: number
}

const after = ({ at, handedOver, turn }: Standing, messages: number, outlook: Outlook, halt: number) => ({
  // An interval that has begun when the window closes goes on meanwhile.
  at: Math.max(halt, at + elapsed(outlook.pace, handedOver, messages)),
  handedOver: handedOver + messages,
  turn: (turn + messages) % outlook.sharedBy,
})

/** When the window closes, or the day ends with whose budget people are written to. */
function nextHalt({ windows, timeZone, budget }: Outlook, at: number, hasNewcomers: boolean): number {
  const closed = closesAt(windows, timeZone, at) ?? Number.POSITIVE_INFINITY
  return budget && hasNewcomers ? Math.min(closed, nextDayAt(timeZone, at)) : closed
}

function nextDayAt(timeZone: string, at: number): number {
  const { day } = localTimeOf(timeZone, at)
  const moments = momentsOf(timeZone, day + 1, [0])
  return Math.min(...moments.filter((moment) => moment > at && localTimeOf(timeZone, moment).day > day))
}

/** A budget that several campaigns use up together. */
const shareOf = (budget: number, sharedBy: number): number =>
  budget <= 0 ? 0 : Math.max(1, Math.floor(budget / sharedBy))

/** Who gets the next messages: both kinds in equal measure, until the budget is used up. */
function sharedOut({ newcomers, others }: Left, messages: number, mayStill: number): Left {
  const even = Math.round((messages * newcomers) / (newcomers + others))
  const first = Math.min(newcomers, mayStill, even)
  const toOthers = Math.min(others, messages - first)
  return { newcomers: Math.min(newcomers, mayStill, messages - toOthers), others: toOthers }
}

/** How many of the connection's messages leave in a span of milliseconds, the first at once; no more than concern us. */
function messagesWithin({ pace, sharedBy }: Outlook, handedOver: number, span: number, left: Left): number {
  let [fits, tooMany] = [0, (left.newcomers + left.others) * sharedBy]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (elapsed(pace, handedOver, middle) < span) fits = middle
    else tooMany = middle
  }
  return fits + 1
}

/** Milliseconds that so many intervals take on average, the first of them after the `handedOver + 1`-th message. */
function elapsed(pace: Pace, handedOver: number, intervals: number): number {
  const { minimum, maximum, longerAfter, longerPause } = pace
  const mean = (minimum + maximum) / 2
  const pauses =
    longerAfter > 0 && longerPause > 0
      ? Math.floor((handedOver + intervals) / longerAfter) - Math.floor(handedOver / longerAfter)
      : 0
  return (intervals * mean + pauses * (meanOfLonger(pace) - mean)) * 1000
}

/** The longer pause is taken where it is longer than what was drawn: the mean of the greater of both, in seconds. */
function meanOfLonger({ minimum, maximum, longerPause }: Pace): number {
  if (longerPause >= maximum) return longerPause
  if (longerPause <= minimum) return (minimum + maximum) / 2
  const below = (longerPause - minimum) * longerPause
  const above = (maximum ** 2 - longerPause ** 2) / 2
  return (below + above) / (maximum - minimum)
}
