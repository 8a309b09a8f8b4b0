import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection } from '@recado/shared/connections/connection'
import { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { startSystem } from '../support/local-system.ts'

/**
 * The socket service against the simulated WhatsApp: the memory of one task as connections are added, how long
 * a new task takes to open all of them, and how fast one connection sends with its keys in the table.
 * `SOCKETS=300 npm run bench -- sockets` goes further.
 */
const SOCKETS = Number(process.env.SOCKETS ?? 100)
const STEP = 50

export async function benchSockets(): Promise<void> {
  const system = await startSystem()
  try {
    const admin = await ApiClient.signIn(system.origin)
    const ids: string[] = []
    console.log('\nsockets in one task   memory now   at most')
    while (ids.length < SOCKETS) {
      for (let end = Math.min(SOCKETS, ids.length + STEP); ids.length < end; ) {
        const number = `5511900${String(10_001 + ids.length).padStart(6, '0')}`
        ids.push((await admin.linkedConnection(number, `Loja ${ids.length}`)).id)
      }
      const { now, most } = await memoryOf(system.layout.data)
      console.log(`${String(ids.length).padEnd(20)}  ${`${now} MB`.padEnd(11)}  ${most} MB`)
    }
    for (const how of ['ended', 'was killed'] as const) {
      const begun = Date.now()
      await (how === 'ended' ? system.restart('session') : system.kill('session'))
      await eventually(
        'all are open',
        async () => allOpenSince(await admin.done('GET', '/whatsapp'), begun),
        300_000,
      )
      const seconds = ((Date.now() - begun) / 1000).toFixed(1)
      const { now, most } = await memoryOf(system.layout.data)
      console.log(
        `${SOCKETS} sessions open ${seconds} s after their task ${how}; ${now} MB, ${most} MB at most`,
      )
    }
    measureSending(system.layout.ports.simulator)
  } finally {
    await system.stop()
  }
}

/** In a process of its own, whose output libsignal has no part in. */
function measureSending(simulatorPort: number): void {
  const script = join(import.meta.dirname, 'sending.ts')
  const child = spawnSync(process.execPath, ['--no-warnings', script, String(simulatorPort)], {
    encoding: 'utf8',
  })
  if (child.status !== 0) throw new Error(`sending: ${child.stderr}`)
  process.stdout.write(child.stdout)
}

/** A status from before the task died says nothing. */
const allOpenSince = (connections: Connection[], begun: number): boolean =>
  connections.every(({ status, updatedAt }) => status === 'CONNECTED' && Date.parse(updatedAt) >= begun)

/** Megabytes, of the process that holds the sockets. */
async function memoryOf(data: string): Promise<{ now: number; most: number }> {
  const { session } = JSON.parse(await readFile(join(data, 'pids.json'), 'utf8'))
  const status = await readFile(`/proc/${session[0]}/status`, 'utf8')
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024)
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}
