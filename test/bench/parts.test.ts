import { test } from 'vitest'
import { isMinistackInstalled } from '../deploy/install-ministack.ts'
import { expectFigures } from '../support/bench-figures.ts'
import { ALONE } from './parts.ts'

// `npm test` needs no Python. This part runs only if `npm run test:deploy` has installed ministack.
const notRun = isMinistackInstalled() ? [] : ['tenant-sessions']

test.for(Object.entries(ALONE))(
  'the bench of %s runs',
  { timeout: 60_000 },
  async ([name, bench], { skip }) => {
    if (notRun.includes(name)) skip('ministack is not installed')
    await expectFigures(() => bench('smallest'))
  },
)
