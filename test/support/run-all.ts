import { join, resolve } from 'node:path'
import { buildWebApp } from '../../infra/src/build-web-app.ts'
import { findChromium } from './chromium.ts'
import { folderInMemory } from './memory-folder.ts'
import { killAll, startGroup } from './process-group.ts'
import { isProved, PROVED_TESTS, recordProof } from './proofs.ts'

/**
 * `npm test`: all tests of this machine, except those with a valid proof (`-- --all` includes them). Other
 * arguments are passed to vitest.
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
const temporary = folderInMemory()
await buildWebApp(root)

const isWhole = args.length === 0
const proofs = ['simulator', 'engine', 'desk'] as const
const spared = isWhole && !isAll ? proofs.filter((name) => isProved(name)) : []
for (const name of spared)
  console.log(
    `Not run: ${PROVED_TESTS[name].what}, which passed with the files as they are (npm test -- --all runs them)`,
  )
const without = spared.map((name) => `--project=!${name}`)
await run('vitest/vitest.mjs', ['run', ...without, ...args])
if (isWhole) {
  for (const name of proofs) if (!spared.includes(name)) recordProof(name)
  await run('@playwright/test/cli.js', ['test'])
}

async function run(tool: string, parameters: string[]): Promise<void> {
  const status = await startGroup(
    process.execPath,
    ['--no-warnings', join(root, 'node_modules', tool), ...parameters],
    {
      folder: root,
      environment: { ...process.env, CHROMIUM: chromium, ...(temporary && { TMPDIR: temporary }) },
      output: 'inherit',
    },
  )
  if (status !== 0) process.exit(status)
}
