import { test as base } from '@playwright/test'
import type { Layout } from '../../infra/local/layout.ts'
import { type SystemUnderTest, startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'
import { end } from './steps.ts'

/**
 * The test function of specs that share the system of their Playwright worker. The system starts with the worker's
 * first such spec. After a failure Playwright continues with a new worker, and so with a new system.
 */
export const test = base.extend<object, { system: SystemUnderTest }>({
  system: [
    async ({ browser }, use) => {
      const system = await startSystem()
      await use(system)
      await end(browser, system)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/**
 * The worker's system, and its people. Available from the spec's first `beforeAll` on. Closes the spec's pages at its
 * end.
 *
 * For specs that use only their own companies, users and phone numbers. A spec needs its own system if it ends parts,
 * changes the platform (announcements, bounds, instances), signs in with the demo accounts, or sets the environment.
 */
export function sharedSystem(): { system: SystemUnderTest; principals: Principals } {
  let running: SystemUnderTest | undefined
  test.beforeAll(({ system }) => {
    running = system
  })
  test.afterAll(({ browser }) => end(browser))
  const started = () => {
    if (!running) throw new Error('The system was used before beforeAll had started it')
    return running
  }
  const system: SystemUnderTest = {
    get origin(): string {
      return started().origin
    },
    get layout(): Layout {
      return started().layout
    },
  }
  return { system, principals: new Principals(system) }
}
