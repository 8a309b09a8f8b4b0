import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

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
export async function buildWebApp(root: string): Promise<void> {
  const stamp = join(root, 'web/dist/.sources')
  const sources = await digestOf(root)
  if ((await readFile(stamp, 'utf8').catch(() => '')) === sources) return
  await run(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    join(root, 'web'),
  )
  // Which file is which is for the budgets, and nothing to serve.
  await rename(join(root, 'web/dist/.vite/manifest.json'), join(root, WEB_MANIFEST))
  await writeFile(stamp, sources)
}

async function digestOf(root: string): Promise<string> {
  const files: string[] = []
  for await (const file of glob(SOURCES, { cwd: root })) files.push(file)
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(join(root, file)))
  return hash.digest('hex')
}

function run(command: string, args: string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit' })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The build of the web app failed (${code})`)),
    )
  })
}
