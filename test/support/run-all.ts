import { join, resolve } from 'node:path'
import { buildWebApp } from '../../infra/local/build-web-app.ts'
import { findChromium } from './chromium.ts'
import { killAll, startGroup } from './process-group.ts'
import { isProved, PROOFS, recordProof } from './proofs.ts'

/**
 * `npm test`: everything that proves the product on this machine, without what is proved already (`-- --all`: with it).
 * Other arguments go to vitest.
 */
const root = resolve(import.meta.dirname, '../..')
const isAll = process.argv.includes('--all')
const args = process.argv.slice(2).filter((argument) => argument !== '--all')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    killAll()
    process.exit(130)
  })
}
const chromium = findChromium()
await buildWebApp(root)

const isWhole = args.length === 0
const isSpared = isWhole && !isAll && isProved('simulator')
if (isSpared)
  console.log(
    'Not run: the simulator’s own tests, which passed with it as it is (npm test -- --all runs them)',
  )
const without = isSpared ? PROOFS.simulator.tests.flatMap((files) => ['--exclude', files]) : []
await run('vitest/vitest.mjs', ['run', ...without, ...args])
if (isWhole) {
  if (!isSpared) recordProof('simulator')
  await run('@playwright/test/cli.js', ['test'])
}

async function run(tool: string, parameters: string[]): Promise<void> {
  const status = await startGroup(
    process.execPath,
    ['--no-warnings', join(root, 'node_modules', tool), ...parameters],
    { folder: root, environment: { ...process.env, CHROMIUM: chromium }, output: 'inherit' },
  )
  if (status !== 0) process.exit(status)
}
