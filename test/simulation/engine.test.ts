import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contactsOf, isSpecial } from './companies.ts'
import { FINDS } from './finds.ts'
import { broken } from './invariants.ts'
import { MUTANTS } from './mutants.ts'
import { play, recipientsIn } from './scenario.ts'
import { CAMPAIGN_KINDS, NOTHING_HAPPENS, type PersonKind, type Script, scripts } from './tape.ts'

/**
 * `SIMULATION_RUNS=20000 SIMULATION_SEED=7` plays more runs with another seed. A failure prints the seed and
 * the smallest list of faults.
 */
const RUNS = Number(process.env.SIMULATION_RUNS ?? 2000)
const SEED = Number(process.env.SIMULATION_SEED ?? 20261121)
const MUTANT_RUNS = 1000
const MUTANT_SEED = 7

/** Scripts that broke an invariant before. */
const FOUND: Script[] = [
  // A chain's first command came late, behind two others, and kept no interval.
  {
    ...NOTHING_HAPPENS,
    seed: 749269038,
    events: [{ at: 1, kind: 14, target: 0 }],
    faults: [
      [61, 19],
      [94, 0],
      [119, 16],
    ],
  },
  // A campaign was resumed while a step that had read it as paused was about to remove its lane.
  {
    ...NOTHING_HAPPENS,
    seed: 1,
    faults: [
      [113, 29],
      [106, 10],
    ],
    events: [
      { at: 0, kind: 14, target: 0 },
      { at: 7, kind: 24, target: 0 },
      { at: 3, kind: 21, target: 0 },
    ],
  },
  // A second preparation started when the first was complete, and its ledger replaced the one in use.
  {
    ...NOTHING_HAPPENS,
    seed: 2057681029,
    faults: [
      ...[55, 74, 19, 146, 79, 101, 86, 71, 189, 180, 69, 160, 206, 166, 73, 225, 42, 45].map(
        (step): [number, number] => [step, 14],
      ),
    ],
    events: [
      ...[25, 27].map((at) => ({ at, kind: 10, target: at === 25 ? 6 : 4 })),
      { at: 13, kind: 10, target: 4 },
      { at: 6, kind: 10, target: 6 },
      { at: 6, kind: 8, target: 0 },
      { at: 15, kind: 9, target: 7 },
      { at: 12, kind: 10, target: 0 },
      { at: 12, kind: 9, target: 2 },
      { at: 15, kind: 10, target: 5 },
      { at: 23, kind: 8, target: 6 },
    ],
  },
  // A restart was stored, and its job was not sent.
  {
    ...NOTHING_HAPPENS,
    seed: 201594473,
    faults: [
      [276, 0],
      [254, 0],
    ],
    events: [
      { at: 0, kind: 18, target: 0 },
      { at: 0, kind: 0, target: 7 },
      { at: 33, kind: 11, target: 0 },
      { at: 47, kind: 4, target: 7 },
    ],
  },
  // WhatsApp refused a message after accepting and delivering it, and its acknowledgement was recorded later.
  {
    ...NOTHING_HAPPENS,
    seed: 732444287,
    faults: [
      [496, 0],
      [56, 41],
      [623, 0],
      [57, 29],
      [682, 35],
    ],
    events: [{ at: 0, kind: 8, target: 5 }],
    person: 'refused-late',
  },
  // While a campaign was held, the check of its messages under way skipped the recipients that were still open.
  {
    ...NOTHING_HAPPENS,
    seed: 27,
    coldChats: 2,
    campaigns: 'windows',
    faults: [
      [990, 27],
      [36, 19],
      [1021, 38],
      [340, 10],
      [965, 17],
      [153, 54],
      [435, 49],
      [300, 45],
      [339, 32],
      [354, 44],
    ],
    events: [
      { at: 25, kind: 23, target: 2 },
      { at: 38, kind: 30, target: 1 },
      { at: 10, kind: 17, target: 5 },
      { at: 57, kind: 21, target: 5 },
      { at: 77, kind: 4, target: 1 },
    ],
    locks: [
      { at: 34, target: 1, minutes: 3, said: 'nothing' },
      { at: 37, target: 0, minutes: 5, said: 'nothing' },
    ],
  },
]

describe('the campaign engine under faults', () => {
  test('every recipient gets the message once and in time without faults', async () => {
    const outcome = await play(NOTHING_HAPPENS)
    expect(broken(outcome)).toEqual([])
    const reached = recipientsIn(outcome.world).map(({ status, reason }) => reason ?? status)
    expect(reached.toSorted()).toEqual([...Array(4).fill('NOT_ON_WHATSAPP'), ...Array(12).fill('SENDED')])
  })

  test('a skipped recipient costs no interval, and the next one takes the moment', async () => {
    const [, middle, last] = contactsOf('A', 2).map(({ number }) => number)
    // Where an address is read too early, WhatsApp is asked for it, and a question keeps the pace of a message.
    const script = { ...NOTHING_HAPPENS, lateReads: false } as const
    const [usual, blocked] = [
      await play(script),
      await play({ ...script, events: [{ at: 0, kind: 8, target: 1 }] }),
    ]
    expect(broken(blocked)).toEqual([])
    const arrivalOf = ({ world }: typeof usual, number = '') =>
      world.phones.arrivals.find((arrival) => arrival.number === number)?.at ?? Number.NaN
    expect(arrivalOf(blocked, middle)).toBeNaN()
    // By the virtual clock, one step of the chain later. An interval is five seconds.
    expect(arrivalOf(blocked, last) - arrivalOf(usual, middle)).toBeLessThan(1000)
  })

  test('no run breaks an invariant', { timeout: 1_800_000 + RUNS * 100 }, async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        expect(broken(await play(script))).toEqual([])
      }),
      { numRuns: RUNS, seed: SEED, examples: FOUND.map((script) => [script]) },
    )
  })

  test.each(CAMPAIGN_KINDS)(
    'a campaign of kind "%s" reaches every recipient without faults',
    async (campaigns) => {
      const outcome = await play({ ...NOTHING_HAPPENS, campaigns })
      expect(broken(outcome)).toEqual([])
      expect(outcome.ended).toBe(true)
    },
  )

  test.each<[PersonKind, string]>([
    ['refuses-lid', 'SENDED'],
    ['refuses-both', 'REFUSED'],
    ['refuses-message', 'REFUSED'],
    ['refused-late', 'SENDED'],
    ['no-device', 'NO_DEVICE'],
    ['no-keys', 'NO_KEYS'],
    ['no-answer', 'NO_ANSWER'],
    ['blocked-by-lid', 'SKIPPED_BLOCKED'],
  ])('a person of kind "%s" ends as %s without faults', async (person, ending) => {
    const outcome = await play({ ...NOTHING_HAPPENS, person })
    expect(broken(outcome)).toEqual([])
    const special = recipientsIn(outcome.world).filter(({ number }) => isSpecial(number))
    expect(special.map(({ status, reason }) => reason ?? status)).toEqual(Array(4).fill(ending))
  })

  test.each(MUTANTS)(
    'the invariants detect an engine with the defect "%s"',
    { timeout: 1_800_000 },
    async (mutant) => {
      const found: string[] = []
      const result = await fc.check(
        fc.asyncProperty(scripts, async (script) => {
          found.push(...broken(await play(script, mutant)))
          return found.length === 0
        }),
        {
          numRuns: MUTANT_RUNS,
          endOnFailure: true,
          seed: MUTANT_SEED,
          examples: FINDS[mutant] ? [[FINDS[mutant]]] : [],
        },
      )
      console.info(`"${mutant}": run ${result.numRuns} of seed ${MUTANT_SEED}: ${found[0]}`)
      expect(found).not.toEqual([])
    },
  )
})
