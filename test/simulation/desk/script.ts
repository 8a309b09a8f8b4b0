import * as fc from 'fast-check'
import { WAYS, type Way } from './part.ts'

/** Everything that decides about a run. */
export interface Script {
  /** Decides who is next among parts that run side by side. */
  seed: number
  shop: Shop
  /** What happens, moment by moment. */
  moments: Moment[]
}

/** The decisions of the company. */
export interface Shop {
  /** Queues of its connection. */
  queues: 0 | 1 | 2
  hours: 'always' | 'company' | 'queue'
  /** Whether a closed ticket opens again within half an hour. */
  reopens: boolean
  /** Whether an hour of silence ends a ticket. */
  endsInSilence: boolean
  /** Whether a waiting ticket is offered to one attendant after the other. */
  offers: boolean
  /** Whether WhatsApp refuses the account's messages to LIDs. */
  refusesLids: boolean
  /** How far the clocks of the parts differ, in milliseconds. */
  skew: number
}

export interface Moment {
  /** The time since the moment before, as a place in {@link GAPS}. */
  gap: number
  /** These happen side by side. */
  happenings: Happening[]
}

/** Numbers choose among customers, attendants, texts and changes. */
export interface Happening {
  kind: Kind
  customer: number
  who: number
  choice: number
  /** A message from WhatsApp comes so many moments late. */
  late: number
  /** A message is delivered, and a call made, so many times more. */
  again: number
  /** How its n-th write ends. */
  fault: [write: number, way: Way] | null
}

const KINDS = [
  'writes',
  'writes',
  'writes',
  'writesByLid',
  'writesByLid',
  'writesInGroup',
  'phone',
  'readsOnPhone',
  'learns',
  'campaign',
  'changes',
  'changes',
  'changes',
  'changes',
  'accepts',
  'accepts',
  'acceptsNext',
  'closes',
  'closes',
  'answers',
  'answers',
  'reads',
  'opens',
  'notes',
  'forwards',
  'rings',
  'sends',
  'sends',
  'schedules',
  'schedules',
  'disturbs',
] as const
export type Kind = (typeof KINDS)[number]

export const MINUTE = 60_000
/** No clock of a part is so far off that a later moment is earlier. */
export const GAPS = [
  5000,
  5000,
  5000,
  30_000,
  3 * MINUTE,
  12 * MINUTE,
  45 * MINUTE,
  7 * 60 * MINUTE,
  25 * 60 * MINUTE,
] as const

const happening: fc.Arbitrary<Happening> = fc.record({
  kind: fc.constantFrom(...KINDS),
  customer: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(2)),
  who: fc.nat(2),
  choice: fc.nat(59),
  late: fc.constantFrom(0, 0, 0, 0, 0, 1, 2),
  again: fc.constantFrom(0, 0, 0, 1, 2),
  fault: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.tuple(fc.nat(14), fc.constantFrom(...WAYS)) },
  ),
})

/** A happening with nothing special about it. */
export const happens = (kind: Kind, given: Partial<Happening> = {}): Happening => ({
  kind,
  customer: 0,
  who: OWNER,
  choice: 0,
  late: 0,
  again: 0,
  fault: null,
  ...given,
})
/** The attendant who sees every ticket. */
const OWNER = 2

/** A customer is answered, and the ticket is closed: a beginning from which much can happen. */
const SERVED: readonly Moment[] = [happens('writes'), happens('answers'), happens('closes')].map((one) => ({
  gap: 0,
  happenings: [one],
}))

const moments = fc.array(
  fc.record({
    gap: fc.nat(GAPS.length - 1),
    happenings: fc.array(happening, { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 3, maxLength: 11, size: 'max' },
)

export const scripts: fc.Arbitrary<Script> = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  shop: fc.record({
    queues: fc.constantFrom(2, 2, 2, 1, 0),
    hours: fc.constantFrom('always', 'always', 'company', 'queue'),
    reopens: fc.constantFrom(true, true, false),
    endsInSilence: fc.boolean(),
    offers: fc.constantFrom(false, false, true),
    skew: fc.constantFrom(0, 700, 2000),
    refusesLids: fc.constantFrom(false, false, true),
  }),
  moments: fc
    .tuple(fc.constantFrom(0, 0, 2, SERVED.length), moments)
    .map(([begun, others]) => [...SERVED.filter((_, index) => index < begun), ...others]),
})

/** A text of a customer, and what a person would take it for. */
interface Said {
  /** undefined: a photo. */
  text: string | undefined
  rate?: number
  isThanks?: true
}

export const TEXTS: readonly Said[] = [
  { text: 'oi' },
  { text: '1', rate: 1 },
  { text: '2', rate: 2 },
  { text: '#' },
  { text: '5️⃣', rate: 5 },
  { text: 'nota 4', rate: 4 },
  { text: '2500' },
  { text: '1 pizza' },
  { text: 'obrigado', isThanks: true },
  { text: 'valeu 👍', isThanks: true },
  { text: 'obrigado, e o boleto?' },
  { text: 'sair' },
  { text: undefined },
]
