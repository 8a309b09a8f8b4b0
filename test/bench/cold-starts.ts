import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ourBundle, usualBundle } from '../support/bundles.ts'
import { median } from './median.ts'

/** Functions of each kind: a call, a call that signs in, one with files and numbers, the pace of campaigns. */
const FUNCTIONS = ['plans/api', 'sessions/api', 'campaigns/api', 'campaigns/pace-worker']
const ROUNDS = 9

/** What a function of a deployment finds in its environment. */
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

/** Functions that answer people take on a role for each company. */
const FOR_CALLS = { TENANT_ROLE: 'arn:aws:iam::123456789012:role/tenant' }

/** Loads a bundle, with what it begins to load by itself, and prints the processor's time that took, in milliseconds. */
const TIMED = `const before = process.cpuUsage()
process.on('exit', () => {
  const { user, system } = process.cpuUsage(before)
  console.log((user + system) / 1000)
})
await import(process.argv[1])`

/** Loads a bundle in the same way, and prints how many bytes of code that were. */
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

/** The size of functions and what it takes to load one, beside what CDK makes of the same source by itself. */
export async function benchColdStarts(): Promise<void> {
  console.log('\ncold start                 ours             as usual         ratio (CPU)')
  const folder = await mkdtemp(join(tmpdir(), 'recado-bench-'))
  for (const file of FUNCTIONS) {
    const { path: ours } = await ourBundle(file, join(folder, file))
    const usual = usualBundle(file, join(folder, file))
    const environment = file.endsWith('/api') ? { ...ENVIRONMENT, ...FOR_CALLS } : ENVIRONMENT
    const loading = (path: string) => printed(TIMED, path, environment)
    // In turn, so that whatever else the machine does falls on both.
    const rounds = Array.from({ length: ROUNDS }, () => [loading(ours), loading(usual)] as const)
    const [a, b] = [median(rounds.map(([own]) => own)), median(rounds.map(([, other]) => other))]
    const shown = (path: string, ms: number) =>
      `${(printed(WEIGHED, path, environment) / 1000).toFixed(0)} KB, ${ms.toFixed(0)} ms`.padEnd(15)
    console.log(`${file.padEnd(25)}  ${shown(ours, a)}  ${shown(usual, b)}  ${(a / b).toFixed(2)} ×`)
  }
  await rm(folder, { recursive: true })
}

/** What a script prints that loads a file, a number. */
function printed(script: string, path: string, env: Record<string, string>): number {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', script, path],
    { encoding: 'utf8', env },
  )
  if (status !== 0) throw new Error(`${path} does not load: ${stderr}`)
  return Number(stdout)
}
