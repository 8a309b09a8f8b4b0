import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstOf } from '@recado/shared/first-of'
import { ourBundle, usualBundle } from '../support/bundles.ts'
import { median } from './median.ts'
import type { Size } from './size.ts'

/** One function of each kind: a simple call, sign-in, files and numbers, the pace of campaigns. */
const FUNCTIONS = ['plans/api', 'sessions/api', 'campaigns/api', 'campaigns/pace-worker']
const SIZES = { usual: { functions: FUNCTIONS.length, rounds: 9 }, smallest: { functions: 1, rounds: 1 } }

/** The environment of a deployed function. */
const ENVIRONMENT = {
  AWS_REGION: 'sa-east-1',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  TABLE_NAME: 'recado',
  QUEUE_URL_PREFIX: 'https://queues.test/recado-',
  BUCKET_NAME: 'recado-files',
  APP_ORIGIN: 'https://app.test',
  SECRET_PREFIX: 'recado/',
  NODE_ENV: 'production',
}

/** Functions that answer calls assume a role for each company. */
const FOR_CALLS = { TENANT_ROLE: 'arn:aws:iam::123456789012:role/tenant' }

/** Loads a bundle with its own imports, and prints the CPU time in milliseconds. */
const TIMED = `const before = process.cpuUsage()
process.on('exit', () => {
  const { user, system } = process.cpuUsage(before)
  console.log((user + system) / 1000)
})
await import(process.argv[1])`

/** Loads a bundle in the same way, and prints its bytes of code. */
const WEIGHED = `import { statSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
let bytes = 0
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) bytes += statSync(fileURLToPath(url)).size
    return next(url, context)
  },
})
process.on('exit', () => console.log(bytes))
await import(process.argv[1])`

/** Size and load time of functions, beside CDK's default bundles of the same source. */
export async function benchColdStarts(size: Size): Promise<void> {
  const { functions, rounds: count } = SIZES[size]
  console.log('\ncold start                 ours             as usual         ratio (CPU)')
  const folder = await mkdtemp(join(tmpdir(), 'recado-bench-'))
  for (const file of firstOf(FUNCTIONS, functions)) {
    const { path: ours } = await ourBundle(file, join(folder, file))
    const usual = usualBundle(file, join(folder, file))
    const environment = file.endsWith('/api') ? { ...ENVIRONMENT, ...FOR_CALLS } : ENVIRONMENT
    const loading = (path: string) => printed(TIMED, path, environment)
    // In turns, so that other load of the machine affects both.
    const rounds = Array.from({ length: count }, () => [loading(ours), loading(usual)] as const)
    const [a, b] = [median(rounds.map(([own]) => own)), median(rounds.map(([, other]) => other))]
    const shown = (path: string, ms: number) =>
      `${(printed(WEIGHED, path, environment) / 1000).toFixed(0)} KB, ${ms.toFixed(0)} ms`.padEnd(15)
    console.log(`${file.padEnd(25)}  ${shown(ours, a)}  ${shown(usual, b)}  ${(a / b).toFixed(2)} ×`)
  }
  await rm(folder, { recursive: true })
}

/** Runs a script that loads a file, and returns the number that it prints. */
function printed(script: string, path: string, env: Record<string, string>): number {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', script, path],
    { encoding: 'utf8', env },
  )
  if (status !== 0) throw new Error(`${path} does not load: ${stderr}`)
  return Number(stdout)
}
