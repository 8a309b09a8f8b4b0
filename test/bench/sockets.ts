import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Connection } from '@recado/shared/connections/connection'
import { eventually } from '../support/eventually.ts'
import type { RunningSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'
import { given, type Size } from './size.ts'

const SIZES = {
  usual: { sockets: given('SOCKETS', 100), ends: ['ended', 'was killed'], messages: 300 },
  // The lease of the killed task must expire first.
  smallest: { sockets: 1, ends: ['ended'], messages: 3 },
} as const
const STEP = 50

/**
 * The socket service on the simulated WhatsApp: a task's memory by its number of connections, the time in which a new
 * task opens them all, and the speed of one connection with its keys in the table. `SOCKETS=300 npm run bench -- sockets`
 * is larger.
 */
export async function benchSockets(system: RunningSystem, size: Size): Promise<void> {
  const { sockets, ends, messages } = SIZES[size]
  // A company without a plan may have any number of connections.
  const principals = new Principals(system)
  const admin = await principals.signedIn(await principals.company())
  const ids: string[] = []
  console.log('\nsockets in one task   memory now   at most')
  while (ids.length < sockets) {
    for (let end = Math.min(sockets, ids.length + STEP); ids.length < end; ) {
      const number = `5511900${String(10_001 + ids.length).padStart(6, '0')}`
      ids.push((await admin.linkedConnection(number, `Loja ${ids.length}`)).id)
    }
    const { now, most } = await memoryOf(system.layout.data)
    console.log(`${String(ids.length).padEnd(20)}  ${`${now} MB`.padEnd(11)}  ${most} MB`)
  }
  for (const how of ends) {
    const begun = Date.now()
    await (how === 'ended' ? system.restart('session') : system.kill('session'))
    await eventually(
      'all are open',
      async () => allOpenSince(await admin.call('listConnections'), begun),
      300_000,
    )
    const seconds = ((Date.now() - begun) / 1000).toFixed(1)
    const { now, most } = await memoryOf(system.layout.data)
    console.log(
      `${sockets} sessions open ${seconds} s after their task ${how}; ${now} MB, ${most} MB at most`,
    )
  }
  await measureSending(system.layout.ports.simulator, messages)
}

/** Runs in a process of its own, without libsignal's output. */
async function measureSending(simulatorPort: number, messages: number): Promise<void> {
  const script = join(import.meta.dirname, 'sending.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--no-warnings',
    script,
    String(simulatorPort),
    String(messages),
  ])
  console.log(stdout.trimEnd())
}

/** Whether all connections opened after the task's death: an older status is outdated. */
const allOpenSince = (connections: Connection[], begun: number): boolean =>
  connections.every(({ status, updatedAt }) => status === 'CONNECTED' && Date.parse(updatedAt) >= begun)

/** Megabytes of the process with the sockets. */
async function memoryOf(data: string): Promise<{ now: number; most: number }> {
  const { session } = JSON.parse(await readFile(join(data, 'pids.json'), 'utf8'))
  const status = await readFile(`/proc/${session[0]}/status`, 'utf8')
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024)
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}
