import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { endOf } from './desk/end.ts'
import { FINDS, FOUND } from './desk/finds.ts'
import { broken } from './desk/invariants.ts'
import { MUTANTS, type Mutant } from './desk/mutants.ts'
import { type Script, scripts } from './desk/script.ts'
import { DeskWorld } from './desk/world.ts'

vi.mock('@recado/functions/context', () => import('./desk/context.ts'))
vi.mock(import('@recado/shared/ids'), async (real) =>
  (await import('./desk/ids.ts')).countedIds(await real()),
)
vi.mock(import('@recado/shared/messages/message-id'), async (real) =>
  (await import('./desk/ids.ts')).countedMessageIds(await real()),
)
vi.mock(import('@recado/shared/tickets/rules/customer-words'), async (real) =>
  (await import('./desk/words.ts')).alteredWords(await real()),
)

vi.mock(import('@recado/shared/tickets/live/watchers'), async (real) =>
  (await import('./desk/browsers.ts')).withoutBrowsers(await real()),
)

vi.mock(import('@recado/functions/realtime/online'), async (real) =>
  (await import('./desk/browsers.ts')).allOnline(await real()),
)

/** As for the engine: `SIMULATION_RUNS=20000 SIMULATION_SEED=7` plays more runs with another seed. */
const RUNS = Number(process.env.SIMULATION_RUNS ?? 2000)
const SEED = Number(process.env.SIMULATION_SEED ?? 20261121)
const MUTANT_RUNS = 1000
const MUTANT_SEED = 7

async function brokenBy(script: Script, mutant: Mutant = 'none'): Promise<string[]> {
  const world = new DeskWorld(script, mutant)
  await world.play()
  return broken(await endOf(world))
}

describe('customer service under faults', () => {
  test('no run breaks an invariant', { timeout: 1_800_000 + RUNS * 100 }, async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        expect(await brokenBy(script)).toEqual([])
      }),
      { numRuns: RUNS, seed: SEED, examples: FOUND.map((script) => [script]) },
    )
  })

  test.each(MUTANTS)(
    'the invariants detect a desk with the defect "%s"',
    { timeout: 1_800_000 },
    async (mutant) => {
      const found: string[] = []
      const result = await fc.check(
        fc.asyncProperty(scripts, async (script) => {
          found.push(...(await brokenBy(script, mutant)))
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
