import { spawn } from 'node:child_process'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { buildIfChanged } from './build-if-changed.ts'

const SOURCES = [
  'web/src/**/*.*',
  'web/public/**/*.*',
  'web/*.{html,ts,json}',
  'shared/src/**/*.ts',
  'package-lock.json',
]

/** Where the build says which file each module went to. */
export const WEB_MANIFEST = 'web/.manifest.json'

/** Builds the browser's app, unless the last build is from the same sources. */
export const buildWebApp = (root: string): Promise<void> =>
  buildIfChanged(root, SOURCES, join(root, 'web/dist'), async (into) => {
    await run(
      process.execPath,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--outDir', into],
      join(root, 'web'),
    )
    // Which file is which is for the budgets, and nothing to serve.
    await rename(join(into, '.vite/manifest.json'), join(root, WEB_MANIFEST))
  })

function run(command: string, args: string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit' })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The build of the web app failed (${code})`)),
    )
  })
}
