import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { buildWebApp } from '../../infra/local/build-web-app.ts'
import { findChromium } from './chromium.ts'

/** `npm test`: everything that proves the product on this machine; arguments go to vitest. */
const root = resolve(import.meta.dirname, '../..')
const args = process.argv.slice(2)
const chromium = findChromium()
await buildWebApp(root)

run('vitest/vitest.mjs', ['run', ...args])
if (args.length === 0) run('@playwright/test/cli.js', ['test'])

function run(tool: string, parameters: string[]): void {
  const { status } = spawnSync(
    process.execPath,
    ['--no-warnings', join(root, 'node_modules', tool), ...parameters],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, CHROMIUM: chromium },
    },
  )
  if (status !== 0) process.exit(status ?? 1)
}
