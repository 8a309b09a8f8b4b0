import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { atMost } from './test/support/eventually.ts'
import { SlowestFiles } from './test/support/slowest-files.ts'

/** Files that take a minute or more, most of it in waiting: what begins last must not be one of them. */
const LONG =
  /\/(simulation\/engine|integration\/(imports|conversations|desk-chaos|first-contacts|session-tasks|chaos|list-storm|company-deletion|sending-stop|move-company|reaching-people))\.test\.ts$/

class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { true: long = [], false: short = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      LONG.test(moduleId) ? 'true' : 'false',
    )
    return [...long, ...short]
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    reporters: ['default', new SlowestFiles()],
    testTimeout: atMost(30_000),
    hookTimeout: atMost(60_000),
    teardownTimeout: 60_000,
    globalSetup: 'test/support/system-keeper.ts',
    sequence: { sequencer: LongOnesFirst },
    // The long ones wait more than they compute: two cores carry four.
    maxWorkers: 4,
  },
})
