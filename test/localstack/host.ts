import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPort } from '../../infra/local/layout.ts'
import { eventually } from '../support/eventually.ts'
import { descendantsOf, isAlive } from '../support/processes.ts'
import { installLocalStack } from './install.ts'
import type { LocalStack } from './localstack.ts'

const READY_WITHIN_MS = 120_000
const END_WITHIN_MS = 20_000

/** LocalStack as a process of this machine, on a free port of the loopback interface, without persistence. */
export async function startOnHost(cache: string): Promise<LocalStack> {
  const { python, lib } = installLocalStack(cache)
  const folder = mkdtempSync(join(tmpdir(), 'recado-localstack-'))
  mkdirSync(join(folder, 'var/lib/localstack'), { recursive: true })
  symlinkSync(lib, join(folder, 'var/lib/localstack/lib'))
  const address = `127.0.0.1:${await findPort()}`
  const log = join(folder, 'log')
  const output = openSync(log, 'w')
  // Its own process group: Ctrl-C reaches the starting process, which ends LocalStack in order.
  const child = spawn(python, ['-I', START], {
    cwd: folder,
    env: {
      ...process.env,
      ...SETTINGS,
      FILESYSTEM_ROOT: folder,
      GATEWAY_LISTEN: address,
      LOCALSTACK_HOST: address,
    },
    stdio: ['ignore', output, output],
    detached: true,
  })
  // Also if the starting process dies.
  const killed = () => kill(child)
  process.once('exit', killed)
  const localstack: LocalStack = {
    url: `http://${address}`,
    kind: 'host',
    log: () => readFileSync(log, 'utf8'),
    async stop() {
      await end(child)
      process.off('exit', killed)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await ready(localstack.url, child)
  } catch (error) {
    console.error(localstack.log().slice(-4000))
    await localstack.stop()
    throw error
  }
  return localstack
}

const START = join(import.meta.dirname, 'start.py')

const SETTINGS = {
  // It then uses the folders and the Java of a container, below FILESYSTEM_ROOT.
  OVERRIDE_IN_DOCKER: '0',
  SERVICES: 'dynamodb,sqs,s3',
  DYNAMODB_IN_MEMORY: '1',
  SQS_ENDPOINT_STRATEGY: 'path',
  S3_SKIP_SIGNATURE_VALIDATION: '0',
  LS_LOG: 'warning',
  // Without variables that only matter to this machine.
  DISABLE_EVENTS: '1',
  SKIP_SSL_CERT_DOWNLOAD: '1',
  DNS_ADDRESS: '0',
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  await eventually(
    'LocalStack answers',
    async () => {
      if (hasEnded(child)) throw new Error(`LocalStack ended with ${child.signalCode ?? child.exitCode}`)
      return (await fetch(`${url}/_localstack/health`).catch(() => undefined))?.ok
    },
    READY_WITHIN_MS,
  )
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Ends it with all its processes. DynamoDB is in its own session. */
async function end(child: ChildProcess): Promise<void> {
  const started = startedBy(child)
  if (!hasEnded(child)) {
    const ended = once(child, 'exit')
    const killing = setTimeout(() => kill(child), END_WITHIN_MS)
    child.kill('SIGTERM')
    await ended
    clearTimeout(killing)
  }
  for (const pid of started.filter(isAlive)) process.kill(pid, 'SIGKILL')
}

function kill(child: ChildProcess): void {
  for (const pid of startedBy(child).filter(isAlive)) process.kill(pid, 'SIGKILL')
}

const startedBy = (child: ChildProcess): number[] =>
  child.pid === undefined || hasEnded(child) ? [] : [child.pid, ...descendantsOf(child.pid)]
