import { join, resolve } from 'node:path'
import { deviationsOf } from '../conformance/emulators.ts'
import { killAll, startGroup } from '../support/process-group.ts'
import { VERSION } from './install.ts'
import { type LocalStack, startLocalStack } from './localstack.ts'
import { NOT_RUN } from './not-run.ts'

/**
 * `npm run test:localstack`: the integration tests and those of the table against LocalStack, and what the product
 * takes for granted of AWS. Arguments go to vitest: `-- test/integration/main-job.test.ts` is one file alone.
 */
const root = resolve(import.meta.dirname, '../..')
/** LocalStack takes so many times as long as the emulators that the local system is made of. */
const PATIENCE = '4'

const begun = Date.now()
let localstack: LocalStack | undefined
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void interrupted())

localstack = await startLocalStack(root)
console.log(`LocalStack ${VERSION} (${localstack.kind}) answers after ${secondsSince(begun)} s`)
tellOfLimits()
const status = await runTests(localstack.url)
if (!isStopping) {
  await localstack.stop()
  // What failed is what vitest has said last.
  console.log(`${status === 0 ? 'Passed' : 'FAILED'} after ${secondsSince(begun)} s.`)
  process.exit(status)
}

function runTests(url: string): Promise<number> {
  const config = join(import.meta.dirname, 'vitest.config.ts')
  const told = { AWS_ENDPOINT_URL: url, CONFORMANCE_OF: 'localstack', RECADO_PATIENCE: PATIENCE }
  return startGroup(
    process.execPath,
    [
      ...['--no-warnings', join(root, 'node_modules/vitest/vitest.mjs')],
      ...['run', '--config', config, ...process.argv.slice(2)],
    ],
    { folder: root, environment: { ...process.env, ...told }, output: 'inherit' },
  )
}

async function interrupted(): Promise<void> {
  if (isStopping) return
  isStopping = true
  killAll()
  await localstack?.stop()
  process.exit(130)
}

/** What is not tried, and what is not as it is in AWS. */
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
