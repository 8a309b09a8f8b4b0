import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../infra/src/root.ts'
import { killAll, startGroup } from '../support/process-group.ts'
import { bends } from './bends.ts'
import { installMinistack } from './install-ministack.ts'
import { environmentFor, startMinistack } from './ministack.ts'
import { notRun } from './not-run.ts'

/**
 * `npm run test:deploy`: deploys the whole stack into an emulator of AWS with the CDK's own command line, and tests it there
 * (deployment.spec.ts). It also tests the product's assumptions about AWS in the emulator. Everything is in its own folder
 * and on loopback, and is deleted afterwards. After a failure, the output of the parts stays in
 * `test-results/deploy`.
 */
const begun = Date.now()
const place = installMinistack()
const folder = mkdtempSync(join(tmpdir(), 'recado-deploy-'))
const kept = join(ROOT, 'test-results/deploy')

process.once('exit', () => {
  killAll()
  rmSync(folder, { recursive: true, force: true })
})
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.once(signal, () => process.exit(code))

const emulator = await startMinistack({ place, folder, node: join(ROOT, 'node_modules/.bin') })
console.log(`ministack: ${emulator.url.origin}, IAM in force`)
tellOfLimits()
const status = await startGroup(
  process.execPath,
  [
    '--no-warnings',
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    'test/deploy/vitest.config.ts',
    ...process.argv.slice(2),
  ],
  {
    output: 'inherit',
    folder: ROOT,
    environment: {
      ...inherited(),
      ...environmentFor(emulator),
      RECADO_DEPLOY_FOLDER: folder,
      CONFORMANCE_OF: 'ministack',
    },
  },
)
if (status !== 0) keepLogs()
const seconds = Math.round((Date.now() - begun) / 1000)
// vitest's last output names the failure.
console.log(`test:deploy ${status === 0 ? 'passed' : 'FAILED'} after ${seconds} s`)
process.exit(status)

/** Our own environment without the variables that lead to an AWS account. */
function inherited(): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_'))
  return Object.fromEntries(own.map(([name, value = '']) => [name, value]))
}

function keepLogs(): void {
  const lambdas = openSync(join(folder, 'lambdas.log'), 'w')
  spawnSync(join(place, 'bin/python'), [join(import.meta.dirname, 'lambda-logs.py')], {
    stdio: ['ignore', lambdas, 'ignore'],
    env: environmentFor(emulator),
    timeout: 60_000,
  })
  rmSync(kept, { recursive: true, force: true })
  cpSync(folder, kept, { recursive: true, filter: (path) => path === folder || path.endsWith('.log') })
  console.log(`What the parts said is in ${kept}`)
}

function tellOfLimits(): void {
  console.log('\nDeployed otherwise than at AWS:')
  for (const { what, why } of bends) console.log(`- ${what}: ${why}.`)
  console.log('\nNot seen here, since the emulator cannot do it:')
  for (const { what, instead } of notRun) console.log(`- ${what}: ${instead}.`)
}
