import type { Mutant } from './mutants.ts'
import { MOST_SKEW_MS, NOTHING_HAPPENS, type Script } from './tape.ts'

/** Late reads would move the steps at which the faults happen. */
const READ_AT_ONCE: Script = { ...NOTHING_HAPPENS, lateReads: false }

/** Scripts that detect mutants which random scripts rarely detect. */
export const FINDS: { [M in Mutant]?: Script } = {
  // The message had left before the next step failed.
  'blind retry': { ...READ_AT_ONCE, faults: [[103, 1]] },
  // The acknowledgement comes after the message was given up.
  'late acknowledgement ignored': { ...READ_AT_ONCE, faults: [[105, 3]] },
  // A recipient is handed over twice while the first hand-over is under way.
  'no claim': { ...READ_AT_ONCE, twoClaimants: true },
  // A process pauses between the check of the blocks and the send, for longer than its command's visibility timeout.
  'no deadline': {
    ...READ_AT_ONCE,
    seed: 133,
    faults: [78, 87, 100, 136, 48].map((step) => [step, 14]),
    events: [{ at: 6, kind: 8, target: 0 }],
  },
  // A process pauses between claim and send, and the connection drops meanwhile.
  'no look at the line after the claim': {
    ...READ_AT_ONCE,
    faults: [192, 388, 136, 416, 64, 228].map((step) => [step, 14]),
    events: [8, 24, 32, 0, 0, 32].map((at) => ({ at, kind: 14, target: 0 })),
  },
  'nobody is known': {
    ...READ_AT_ONCE,
    locks: [{ at: 0, target: 0, minutes: 10, said: 'truth' }],
  },
  'claims of others released': {
    ...READ_AT_ONCE,
    faults: [
      [89, 0],
      [83, 8],
      [109, 0],
    ],
    twoClaimants: true,
  },
  'cancel checked once': {
    ...READ_AT_ONCE,
    events: [{ at: 81, kind: 0, target: 0 }],
    locks: [{ at: 0, target: 0, minutes: 2, said: 'truth' }],
  },
  'stop checked once': { ...READ_AT_ONCE, events: [{ at: 1, kind: 27, target: 0 }] },
  'reopened without a new attempt': {
    ...READ_AT_ONCE,
    events: [{ at: 31, kind: 30, target: 6 }],
    person: 'refuses-both',
  },
  'no lease': { ...READ_AT_ONCE, events: [{ at: 2, kind: 11, target: 0 }] },
  // The owner's clock is behind.
  'lease to its last moment': {
    ...READ_AT_ONCE,
    events: [{ at: 3, kind: 11, target: 1 }],
    skew: MOST_SKEW_MS,
  },
  'left group written to': {
    ...READ_AT_ONCE,
    events: [{ at: 25, kind: 33, target: 7 }],
    campaigns: 'groups',
  },
  'LID blocks ignored': { ...READ_AT_ONCE, person: 'blocked-by-lid' },
}
