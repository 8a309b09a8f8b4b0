import { configDefaults, defineConfig } from 'vitest/config'
import inGeneral from '../../vitest.config.ts'
import { SlowestFiles } from '../support/slowest-files.ts'
import { NOT_RUN } from './not-run.ts'
import { ProvedFlows, TABLES_AGREE } from './proved-flows.ts'

/** The tests that depend on AWS. */
export default defineConfig({
  test: {
    ...inGeneral.test,
    root: `${import.meta.dirname}/../..`,
    projects: undefined,
    globalSetup: 'test/support/system-keeper.ts',
    include: [
      'test/integration/*.test.ts',
      'test/unit/table-conformance.test.ts',
      TABLES_AGREE,
      'test/conformance/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...NOT_RUN.flatMap(({ files, test }) => (test ? [] : [files]))],
    reporters: ['default', new SlowestFiles(), new ProvedFlows()],
    // LocalStack uses a whole core: more systems at once would only wait for it.
    maxWorkers: 3,
  },
})
