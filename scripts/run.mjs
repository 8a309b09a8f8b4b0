// Plain JavaScript for any Node from 20 on: installs what is missing, then runs a TypeScript file under Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [script, ...args] = process.argv.slice(2)

install()
const node = join(root, 'node_modules/.bin/node')
const child = spawn(
  existsSync(node) ? node : process.execPath,
  ['--no-warnings', join(root, script), ...args],
  {
    cwd: root,
    stdio: 'inherit',
    // The system is several processes that load much of the same code: it is compiled once for all of them.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'), ...process.env },
  },
)
// A signal that ends this process ends its child.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 1))

/** Once per lockfile: npm writes its own copy of it into node_modules last of all. */
function install() {
  const installed = join(root, 'node_modules/.package-lock.json')
  const wanted = join(root, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return
  console.log('Installing packages (once)…')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
