import type { Mutant } from './mutants.ts'
import { NOTHING_HAPPENS, type Script } from './tape.ts'

/** Scripts that detect mutants which random scripts rarely detect. */
export const FINDS: { [M in Mutant]?: Script } = {
  // The message had left before the next step failed.
  'blind retry': { ...NOTHING_HAPPENS, faults: [[103, 1]] },
  // The acknowledgement comes after the message was given up.
  'late acknowledgement ignored': { ...NOTHING_HAPPENS, faults: [[105, 3]] },
  // A recipient is handed over twice while the first hand-over is under way.
  'no claim': {
    ...NOTHING_HAPPENS,
    seed: 3,
    faults: [
      [338, 26],
      [139, 53],
      [283, 0],
      [0, 0],
    ],
    events: [
      { at: 21, kind: 0, target: 1 },
      { at: 5, kind: 21, target: 0 },
      { at: 5, kind: 28, target: 0 },
    ],
  },
  // A process pauses between the check of the blocks and the send, for longer than its command's visibility timeout.
  'no deadline': {
    ...NOTHING_HAPPENS,
    seed: 48,
    faults: [62, 87, 96, 96, 71].map((step) => [step, 14]),
    events: [{ at: 8, kind: 8, target: 0 }],
  },
  // A process pauses between claim and send, and the connection drops meanwhile.
  'no look at the line after the claim': {
    ...NOTHING_HAPPENS,
    faults: [230, 247, 340, 317, 226].map((step) => [step, 14]),
    events: [41, 17, 11, 7, 25, 5].map((at) => ({ at, kind: 14, target: 0 })),
  },
  'nobody is known': {
    ...NOTHING_HAPPENS,
    locks: [{ at: 0, target: 0, minutes: 10, said: 'truth' }],
  },
  'claims of others released': {
    ...NOTHING_HAPPENS,
    faults: [
      [35, 25],
      [813, 56],
      [75, 23],
      [1064, 17],
      [708, 30],
    ],
    events: [
      { at: 33, kind: 13, target: 5 },
      { at: 40, kind: 30, target: 5 },
    ],
    coldChats: 2,
    newContactsPerDay: 3,
    campaigns: 'groups',
    person: 'refused-late',
    twoClaimants: true,
  },
  'cancel checked once': {
    ...NOTHING_HAPPENS,
    events: [{ at: 81, kind: 0, target: 0 }],
    locks: [{ at: 0, target: 0, minutes: 2, said: 'truth' }],
  },
  'stop checked once': { ...NOTHING_HAPPENS, events: [{ at: 1, kind: 27, target: 0 }] },
  'reopened without a new attempt': {
    ...NOTHING_HAPPENS,
    events: [{ at: 25, kind: 30, target: 0 }],
    campaigns: 'parts',
    person: 'refuses-both',
  },
  'no lease': { ...NOTHING_HAPPENS, events: [{ at: 2, kind: 11, target: 0 }] },
  'left group written to': {
    ...NOTHING_HAPPENS,
    events: [{ at: 25, kind: 33, target: 7 }],
    campaigns: 'groups',
  },
  'LID blocks ignored': { ...NOTHING_HAPPENS, person: 'blocked-by-lid' },
}
