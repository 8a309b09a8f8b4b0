import * as fc from 'fast-check'
import { SAID_OF_THE_END, type SaidOfTheEnd } from './account.ts'

/** The input of a run: a seed for harmless variation, and a short list of faults. */
export interface Script {
  seed: number
  /** At the n-th step that can fail, this kind of failure. */
  faults: [step: number, way: number][]
  /** Actions of people and of the platform. */
  events: { at: number; kind: number; target: number }[]
  /** WhatsApp's locks: the time, the account, the minutes, and the reported end. */
  locks: { at: number; target: number; minutes: number; said: SaidOfTheEnd }[]
  /** First contacts that cause a lock; 0 for none. */
  coldChats: number
  /** The companies' budget of first contacts per day. */
  newContactsPerDay: number | null
  /** The kind of the campaigns. */
  campaigns: CampaignKind
  /** The kind of the third person of each list. */
  person: PersonKind
  /** Each command goes to two copies of its owner at once, as after an expired visibility timeout. */
  twoClaimants: boolean
  /** false: eventually consistent reads are never late. */
  lateReads?: false
  /** The clocks of the processes differ from the true time by this many milliseconds, some ahead and some behind. */
  skew?: number
}

/** The most by which a clock differs, in milliseconds. */
export const MOST_SKEW_MS = 200

/**
 * How WhatsApp treats messages to a person. `refused-late`: it accepts and delivers the message, and then refuses it
 * (Baileys#2683). `blocked-by-lid`: the company blocked their LID, and only the preparation reveals its number.
 */
export const PERSON_KINDS = [
  'usual',
  'refuses-lid',
  'refuses-both',
  'refuses-message',
  'refused-late',
  'no-device',
  'no-keys',
  'no-answer',
  'blocked-by-lid',
] as const
export type PersonKind = (typeof PERSON_KINDS)[number]

/**
 * `plain`: one text each, five seconds apart. `parts`: with an attachment and a contact card. `asked`: with a
 * question first. `fast`: no interval, so that many are handed over at once. `windows`: a minute's send window,
 * and the next one half an hour later. `groups`: into groups, which the account may leave.
 */
export const CAMPAIGN_KINDS = ['plain', 'parts', 'asked', 'fast', 'windows', 'groups'] as const
export type CampaignKind = (typeof CAMPAIGN_KINDS)[number]

/** The number of event kinds. `happen` defines them. */
export const EVENT_KINDS = 34

const scriptsOnTime: fc.Arbitrary<Script> = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  faults: fc.array(fc.tuple(fc.nat(1200), fc.nat(60)), { maxLength: 30 }),
  // Most messages are under way in the first seconds.
  events: fc.array(
    fc.record({ at: fc.oneof(fc.nat(40), fc.nat(150)), kind: fc.nat(EVENT_KINDS - 1), target: fc.nat(7) }),
    { maxLength: 6 },
  ),
  locks: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Script['locks']>([]) },
    fc.array(
      fc.record({
        at: fc.nat(40),
        target: fc.nat(1),
        minutes: fc.integer({ min: 1, max: 12 }),
        said: fc.constantFrom(...SAID_OF_THE_END),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  ),
  coldChats: fc.constantFrom(0, 0, 0, 0, 1, 2),
  newContactsPerDay: fc.constantFrom(null, null, null, null, 3),
  campaigns: fc.oneof(
    { weight: 3, arbitrary: fc.constant<CampaignKind>('plain') },
    { weight: 3, arbitrary: fc.constantFrom(...CAMPAIGN_KINDS) },
  ),
  person: fc.oneof(
    { weight: 1, arbitrary: fc.constant<PersonKind>('usual') },
    { weight: 1, arbitrary: fc.constantFrom(...PERSON_KINDS) },
  ),
  twoClaimants: fc.constantFrom(false, false, false, true),
})

/** Every other script has clocks that differ. */
export const scripts: fc.Arbitrary<Script> = scriptsOnTime.map((script) => ({
  ...script,
  skew: script.seed % 2 === 0 ? MOST_SKEW_MS : 0,
}))

/** A script without faults. */
export const NOTHING_HAPPENS: Script = {
  seed: 1,
  faults: [],
  events: [],
  locks: [],
  coldChats: 0,
  newContactsPerDay: null,
  campaigns: 'plain',
  person: 'usual',
  twoClaimants: false,
}

/** Reads a script. It has no clock and no randomness of its own, so a run can be replayed. */
export class Tape {
  readonly #faults: Map<number, number>
  #step = 0
  #state: number

  constructor({ seed, faults }: Pick<Script, 'seed' | 'faults'>) {
    this.#faults = new Map(faults)
    this.#state = seed
  }

  /** Uniform in [0, 1) (mulberry32). */
  random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** Whether this step fails, and how. */
  fault<F extends string>(ways: readonly F[]): F | undefined {
    const way = this.#faults.get(this.#step++)
    return way === undefined ? undefined : ways[way % ways.length]
  }
}
