import { configDefaults, defineConfig } from 'vitest/config'
import inGeneral from '../../vitest.config.ts'
import { PATIENCE } from '../support/eventually.ts'
import { NOT_RUN } from './not-run.ts'

/** The tests that depend on AWS. */
export default defineConfig({
  test: {
    ...inGeneral.test,
    root: `${import.meta.dirname}/../..`,
    include: [
      'test/integration/*.test.ts',
      'test/unit/table-conformance.test.ts',
      'test/conformance/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...NOT_RUN.flatMap(({ files, test }) => (test ? [] : [files]))],
    testTimeout: 30_000 * PATIENCE,
    hookTimeout: 60_000 * PATIENCE,
    // LocalStack uses a whole core: more systems at once would only wait for it.
    maxWorkers: 3,
  },
})
