import { COMMAND_USABLE_MS } from '@recado/shared/queues/queues'
import { isSpecial, WINDOWS_OPEN } from './companies.ts'
import { type Outcome, recipientsIn } from './scenario.ts'

/** The invariants about a message's outcome, and about the recipients written to meanwhile. */
export function brokenForResults(outcome: Outcome): string[] {
  return [
    ...acknowledgedIsSended(outcome),
    ...nothingIsGivenUpEarly(outcome),
    ...closedLinesAreNotWrittenTo(outcome),
    ...leftGroupsAreLeftAlone(outcome),
    ...blockedLidsAreLeftAlone(outcome),
    ...oneHoldsUpNoOthers(outcome),
    ...openWindowsAreUsed(outcome),
  ]
}

const NOT_SENT: readonly unknown[] = ['UNKNOWN_OUTCOME', 'REFUSED']

/** A question that was given up stays given up: its campaign may have ended, and no code waits for the answer. */
function acknowledgedIsSended({ world }: Outcome): string[] {
  return recipientsIn(world)
    .filter(
      ({ messageId, reason }) => world.phones.acknowledged.has(messageId ?? '') && NOT_SENT.includes(reason),
    )
    .filter(({ parts = 1, step }) => parts === 1 && step === 'message')
    .map(({ number, reason }) => `${number} was acknowledged and is ${reason}`)
}

function nothingIsGivenUpEarly({ world }: Outcome): string[] {
  return [
    ...world.givenUpEarly.map((after) => `a message was given up ${after} ms after its claim`),
    ...world.log.errors.map(({ message, step, error }) => `${message} (${step}): ${error}`),
  ]
}

function closedLinesAreNotWrittenTo({ world }: Outcome): string[] {
  return world.phones.writtenWhileClosed.map((number) => `${number} was written to over a closed line`)
}

function leftGroupsAreLeftAlone({ world, left }: Outcome): string[] {
  return left.flatMap(({ number, at }) =>
    world.phones.arrivals
      // A command under way may still be carried out.
      .filter((arrival) => arrival.number === number && arrival.at > at + COMMAND_USABLE_MS)
      .map(() => `${number} was written to after the account left it`),
  )
}

function blockedLidsAreLeftAlone({ world, script }: Outcome): string[] {
  if (script.person !== 'blocked-by-lid') return []
  return world.phones.arrivals
    .filter(({ number }) => isSpecial(number))
    .map(({ number }) => `${number} was messaged although their LID is blocked`)
}

/** Longer than any fault in these runs, and shorter than the retries of one person, in milliseconds. */
const OTHERS_WITHIN_MS = 15 * 60_000
const UNREACHABLE: readonly unknown[] = ['no-device', 'no-keys', 'no-answer']

/** If nothing else may take long, an unreachable person does not delay the others. */
function oneHoldsUpNoOthers({ world, script, goings }: Outcome): string[] {
  const { person, campaigns, locks, coldChats, newContactsPerDay, events } = script
  const isOther = locks.length > 0 || coldChats > 0 || newContactsPerDay !== null || events.length > 0
  if (!UNREACHABLE.includes(person) || isOther || campaigns === 'windows' || campaigns === 'asked') return []
  // A pause after refusals waits for a user.
  if (goings.length > 0) return []
  return world.phones.arrivals
    .filter(({ at, number }) => at > world.begun + OTHERS_WITHIN_MS && !isSpecial(number))
    .map(({ number }) => `${number} waited for somebody who cannot be reached`)
}

const MOST_FAULTS = 2

/** With few faults, windows are used: the first is a minute long, and messages are five seconds apart. */
function openWindowsAreUsed({ world, script }: Outcome): string[] {
  const { campaigns, events, locks, faults } = script
  if (campaigns !== 'windows' || events.length > 0 || locks.length > 0 || faults.length > MOST_FAULTS)
    return []
  const isUsed = world.phones.arrivals.some(({ at }) => at < world.begun + WINDOWS_OPEN.untilMs)
  return isUsed ? [] : ['nothing was sent in the open windows']
}
