import { join, resolve } from 'node:path'
import { deviationsOf } from '../conformance/emulators.ts'
import { killAll, startGroup } from '../support/process-group.ts'
import { provedFlows } from '../support/proofs.ts'
import { VERSION } from './install.ts'
import { type LocalStack, startLocalStack } from './localstack.ts'
import { NOT_RUN } from './not-run.ts'

/**
 * `npm run test:localstack`: the product's assumptions about AWS, the table's tests and flows through every adapter, against
 * LocalStack. Each other integration test runs if an adapter has changed since it last passed there, and with
 * `-- --all`. Other arguments go to vitest: `-- test/integration/main-job.test.ts` runs one file.
 */
const root = resolve(import.meta.dirname, '../..')
/** LocalStack is this many times slower than the emulators of the local system. */
const PATIENCE = '4'

/** They use every adapter: rows, queues of both kinds, delays, uploads and downloads, and events. */
const ALWAYS = ['main-job', 'campaign-media', 'taking-commands', 'live-events'].map(
  (flow) => `test/integration/${flow}.test.ts`,
)
const isAll = process.argv.includes('--all')
const args = process.argv.slice(2).filter((argument) => argument !== '--all')
/** Flows that passed here since an adapter changed. */
const spared = args.length > 0 || isAll ? [] : provedFlows().filter((flow) => !ALWAYS.includes(flow))

const begun = Date.now()
let localstack: LocalStack | undefined
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void interrupted())

localstack = await startLocalStack(root)
console.log(`LocalStack ${VERSION} (${localstack.kind}) answers after ${secondsSince(begun)} s`)
tellOfLimits()
if (spared.length > 0)
  console.log(
    `\nNot run: ${spared.length} flows that passed here with the adapters as they are (npm run test:localstack -- --all runs them)`,
  )
const status = await runTests(localstack.url)
if (!isStopping) {
  await localstack.stop()
  // vitest's last output names the failure.
  console.log(`${status === 0 ? 'Passed' : 'FAILED'} after ${secondsSince(begun)} s.`)
  process.exit(status)
}

function runTests(url: string): Promise<number> {
  const config = join(import.meta.dirname, 'vitest.config.ts')
  const told = { AWS_ENDPOINT_URL: url, CONFORMANCE_OF: 'localstack', RECADO_PATIENCE: PATIENCE }
  const vitest = ['--no-warnings', join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', config]
  const without = spared.flatMap((flow) => ['--exclude', flow])
  return startGroup(process.execPath, [...vitest, ...without, ...args], {
    folder: root,
    environment: { ...process.env, ...told },
    output: 'inherit',
  })
}

async function interrupted(): Promise<void> {
  if (isStopping) return
  isStopping = true
  killAll()
  await localstack?.stop()
  process.exit(130)
}

/** The tests that do not run, and the differences from AWS. */
function tellOfLimits(): void {
  console.log('\nNot run against LocalStack:')
  for (const { files, test, why } of NOT_RUN) console.log(`  ${files}${test ? ` > ${test}` : ''}\n    ${why}`)
  console.log('\nWhere LocalStack is not as AWS is:')
  for (const [title, { does, we }] of Object.entries(deviationsOf('localstack')))
    console.log(`  ${title}\n    It ${does}; we ${we}.`)
}

function secondsSince(moment: number): string {
  return ((Date.now() - moment) / 1000).toFixed(0)
}
