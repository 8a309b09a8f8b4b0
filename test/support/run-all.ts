import { join, resolve } from 'node:path'
import { buildWebApp } from '../../infra/local/build-web-app.ts'
import { findChromium } from './chromium.ts'
import { killAll, startGroup } from './process-group.ts'

/** `npm test`: everything that proves the product on this machine; arguments go to vitest. */
const root = resolve(import.meta.dirname, '../..')
const args = process.argv.slice(2)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    killAll()
    process.exit(130)
  })
}
const chromium = findChromium()
await buildWebApp(root)

await run('vitest/vitest.mjs', ['run', ...args])
if (args.length === 0) await run('@playwright/test/cli.js', ['test'])

async function run(tool: string, parameters: string[]): Promise<void> {
  const status = await startGroup(
    process.execPath,
    ['--no-warnings', join(root, 'node_modules', tool), ...parameters],
    { folder: root, environment: { ...process.env, CHROMIUM: chromium }, output: 'inherit' },
  )
  if (status !== 0) process.exit(status)
}
