import { test } from 'vitest'
import { expectFigures } from '../support/bench-figures.ts'
import { ownSystem } from '../support/test-system.ts'
import { ON_A_SYSTEM } from './parts.ts'

// Tasks of the socket service are stopped here.
const { system } = ownSystem()

test.for(Object.entries(ON_A_SYSTEM))('the bench of %s runs', { timeout: 120_000 }, async ([, bench]) => {
  await expectFigures(() => bench(system, 'smallest'))
})
