import { COMMAND_USABLE_MS } from '@recado/shared/queues/queues'
import type { Arrival, Refusal } from './phones.ts'
import { type Outcome, recipientsIn } from './scenario.ts'
import { MOST_SKEW_MS } from './tape.ts'

/** The most messages under way, without an answer, when a lock becomes known, including those after faults. */
const UNDER_WAY = 2
/** In a lock of at least this length, people who wrote are served before its end, with any faults, in milliseconds. */
const LONG_MS = 10 * 60_000
/** The companies' days begin this many milliseconds after UTC's. Their clocks never change. */
const ZONE_MS = 3 * 3_600_000
const DAY_MS = 24 * 3_600_000

/** The invariants about people who never wrote, while WhatsApp or the company itself holds first contacts. */
export function brokenForStrangers(outcome: Outcome): string[] {
  return [
    ...lockedAreLeftAlone(outcome),
    ...heldIsNotFailed(outcome),
    ...refusedIdsAreNotUsedAgain(outcome),
    ...budgetIsKept(outcome),
    ...whoeverWroteIsServed(outcome),
  ]
}

/** Once a lock is known, at most the one message under way still leaves. */
function lockedAreLeftAlone({ world, script }: Outcome): string[] {
  // A message of several parts is refused once per part.
  const refusals = [...new Map(world.phones.refusals.map((one) => [firstPartOf(one), one])).values()]
  const locks = Map.groupBy(
    refusals.filter(({ knownUntil, at }) => knownUntil > at),
    ({ connectionId, knownUntil }) => `${connectionId} until ${knownUntil}`,
  )
  const late = [...locks].flatMap(([lock, { length }]) =>
    length > 1 ? [`${length} strangers were written to under the lock of ${lock}`] : [],
  )
  const times = [...new Set(refusals.map(({ connectionId }) => connectionId))].reduce(
    (sum, connectionId) => sum + world.account(connectionId).locks.length,
    0,
  )
  const isMuch = refusals.length > UNDER_WAY * times + script.faults.length
  return isMuch ? [...late, `${refusals.length} refusals in ${times} locks`] : late
}

/** Largest time between the parts of one attempt, in milliseconds. */
const TOGETHER_MS = 2000
const firstPartOf = ({ connectionId, number, at }: Refusal) =>
  `${connectionId} ${number} ${Math.round(at / TOGETHER_MS)}`

/** Messages refused by a lock wait for its end. */
function heldIsNotFailed({ world }: Outcome): string[] {
  return recipientsIn(world)
    .filter(({ failureCode, messageId }) => failureCode && world.phones.heldBack.has(messageId ?? ''))
    .map(({ number }) => `${number} failed because of a lock`)
}

/** Otherwise a late refusal would count for another message. */
function refusedIdsAreNotUsedAgain({ world }: Outcome): string[] {
  const { refusedIds, arrivals } = world.phones
  const refused = new Set(refusedIds)
  const again = refusedIds.filter((id, index) => refusedIds.indexOf(id) < index)
  const arrived = arrivals.flatMap(({ messageId }) => (refused.has(messageId) ? messageId : []))
  return [...again, ...arrived].map((messageId) => `${messageId} was refused and used again`)
}

function budgetIsKept({ world, script }: Outcome): string[] {
  const { newContactsPerDay } = script
  if (newContactsPerDay === null) return []
  const days = Map.groupBy(
    firstArrivals(world.phones.arrivals).filter(({ connectionId, number, at }) => {
      // A message admitted before midnight may leave shortly after it. Midnight comes by the sender's clock.
      const time = (at - ZONE_MS) % DAY_MS
      const isNearMidnight = time < COMMAND_USABLE_MS || time >= DAY_MS - MOST_SKEW_MS
      return !isNearMidnight && world.account(connectionId).isStranger(number)
    }),
    ({ connectionId, at }) => `${connectionId} on day ${Math.floor((at - ZONE_MS) / DAY_MS)}`,
  )
  return [...days].flatMap(([day, { length }]) =>
    length > newContactsPerDay ? [`${length} first contacts of ${day}`] : [],
  )
}

const firstArrivals = (arrivals: readonly Arrival[]): Arrival[] => [
  ...new Map(arrivals.toReversed().map((one) => [`${one.connectionId} ${one.number}`, one])).values(),
]

/** Does not cover campaigns stopped by a person, or a scheduler that is down. */
function whoeverWroteIsServed({ world, script, campaigns }: Outcome): string[] {
  if (
    script.events.some(({ kind }) => kind < 4 || kind >= 18) ||
    ['windows', 'asked'].includes(script.campaigns)
  )
    return []
  return [...new Set(campaigns.map(({ connectionId }) => connectionId))].flatMap((connectionId) =>
    world
      .account(connectionId)
      .locks.flatMap(({ from, to }) =>
        world.phones.arrivals
          .filter(
            (arrival) =>
              arrival.connectionId === connectionId &&
              !world.account(connectionId).isStranger(arrival.number) &&
              to >= from + LONG_MS &&
              arrival.at >= to,
          )
          .map(({ number }) => `${number} had written and waited for the end of a lock`),
      ),
  )
}
