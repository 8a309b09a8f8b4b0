import { join, resolve } from 'node:path'
import { buildWebApp } from '../../infra/local/build-web-app.ts'
import { findChromium } from './chromium.ts'
import { killScripts, runScript } from './processes.ts'

/** `npm test`: everything that proves the product on this machine; arguments go to vitest. */
const root = resolve(import.meta.dirname, '../..')
const args = process.argv.slice(2)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    killScripts()
    process.exit(130)
  })
}
const chromium = findChromium()
await buildWebApp(root)

await run('vitest/vitest.mjs', ['run', ...args])
if (args.length === 0) await run('@playwright/test/cli.js', ['test'])

async function run(tool: string, parameters: string[]): Promise<void> {
  const environment = { ...process.env, CHROMIUM: chromium }
  const status = await runScript(join(root, 'node_modules', tool), parameters, { folder: root, environment })
  if (status !== 0) process.exit(status)
}
