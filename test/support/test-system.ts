import { afterAll, beforeAll, inject } from 'vitest'
import { environmentOf } from '../../infra/local/environment.ts'
import type { Layout } from '../../infra/local/layout.ts'
import { type RunningSystem, type SystemUnderTest, startSystem } from './local-system.ts'
import { Principals } from './principals.ts'

/** The system and people of a test file. Available from the file's first `beforeAll` on. */
interface InTest<S extends SystemUnderTest> {
  system: S
  principals: Principals
}

/**
 * The system that test files share. It starts with the first file that uses it, and stops at the end of the run.
 *
 * For files whose tests use only their own companies, people and phone numbers. A file needs its own system if it
 * ends or restarts parts, sets faults, changes the platform (plans, announcements, stops, bounds, keys), signs in
 * with the demo accounts, or reads all rows.
 */
export function sharedSystem(): InTest<SystemUnderTest> {
  let layout: Layout | undefined
  beforeAll(async () => {
    layout = await askKeeper()
    // The environment that a system sets for its starting process.
    Object.assign(process.env, environmentOf(layout, ''))
  })
  return inTest({
    get origin() {
      return started(layout).origin
    },
    get layout() {
      return started(layout)
    },
  })
}

/**
 * A system of the file's own, started before its tests and stopped after them. An earlier `beforeAll` may set
 * environment variables for its parts.
 */
export function ownSystem(): InTest<RunningSystem> {
  let running: RunningSystem | undefined
  beforeAll(async () => {
    running = await startSystem()
  })
  afterAll(() => running?.stop())
  return inTest({
    get origin() {
      return started(running).origin
    },
    get layout() {
      return started(running).layout
    },
    kill: (part) => started(running).kill(part),
    restart: (part) => started(running).restart(part),
    halt: () => started(running).halt(),
    stop: () => started(running).stop(),
  })
}

const inTest = <S extends SystemUnderTest>(system: S): InTest<S> => ({
  system,
  principals: new Principals(system),
})

function started<T>(what: T | undefined): T {
  if (what === undefined) throw new Error('The system was used before beforeAll had started it')
  return what
}

async function askKeeper(): Promise<Layout> {
  const answer = await fetch(inject('systemKeeper'))
  if (!answer.ok) throw new Error(`The shared system did not start: ${await answer.text()}`)
  return (await answer.json()) as Layout
}
