import { globSync, readFileSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { atMost } from './test/support/eventually.ts'
import { PROVED_TESTS } from './test/support/proofs.ts'
import { SlowestFiles } from './test/support/slowest-files.ts'

/** Files that take most of a minute or more: what begins last must not be one of them. */
const LONG =
  /\/(simulation\/engine|bench\/parts|integration\/(imports|conversations|desk-chaos|first-contacts|session-tasks|chaos|list-storm|company-deletion|authorisation|bad-input|operations|reshard|sending-stop|move-company|reaching-people))\.test\.ts$/

class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { true: long = [], false: short = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      LONG.test(moduleId) ? 'true' : 'false',
    )
    return [...long, ...short]
  }
}

/**
 * Unit tests that change nothing which others see: they share workers, since most of their time is loading modules. A process
 * that a test starts is no such thing: its peak of memory begins with that of its worker (Linux, `ru_maxrss`).
 */
const SHARING = globSync('test/unit/*.test.{ts,tsx}', { cwd: import.meta.dirname }).filter(
  (file) =>
    !/vi\.(mock|stubEnv)|process\.env|node:child_process/.test(
      readFileSync(`${import.meta.dirname}/${file}`, 'utf8'),
    ),
)

/** Tests of one system see the same environment: their workers load its modules once. */
const ON_SHARED_SYSTEM = globSync('test/integration/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(`${import.meta.dirname}/${file}`, 'utf8').includes('sharedSystem()'),
)

const PROVED = Object.values(PROVED_TESTS).map(({ tests }) => tests)

/** Test files with a worker each. */
const alone = (name: string, include: string[], exclude: string[] = []): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include, exclude },
})

export default defineConfig({
  test: {
    reporters: ['default', new SlowestFiles()],
    testTimeout: atMost(30_000),
    hookTimeout: atMost(60_000),
    teardownTimeout: 60_000,
    expect: { poll: { timeout: atMost(10_000) } },
    sequence: { sequencer: LongOnesFirst },
    // Most of the long ones wait more than they compute: two cores carry four.
    maxWorkers: 4,
    projects: [
      ...Object.entries(PROVED_TESTS).map(([name, { tests }]) => alone(name, [tests])),
      alone('the others', ['test/**/*.test.{ts,tsx}'], [...SHARING, ...ON_SHARED_SYSTEM, ...PROVED]),
      {
        extends: true,
        test: {
          name: 'on the shared system',
          include: ON_SHARED_SYSTEM,
          isolate: false,
          globalSetup: 'test/support/system-keeper.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'sharing workers',
          include: SHARING,
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          setupFiles: 'test/support/unstub-globals.ts',
        },
      },
    ],
  },
})
