import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPort, type Layout, openLayout } from '../../infra/local/layout.ts'
import { LocalSystem } from '../../infra/local/system.ts'
import { eventually } from './eventually.ts'
import { forget, namesIn, outside } from './outside.ts'

/** Where DynamoDB, SQS and S3 are outside, `dynamodb` and `queues` are no parts of it. */
type PartName = 'gateway' | 'workers' | 'session' | 'dynamodb' | 'queues' | 'simulator'

/** The whole system, started for a test in a folder and on ports of its own. */
export interface RunningSystem {
  origin: string
  layout: Layout
  /** `kill -9` of a part; the supervisor starts it again. */
  kill(part: PartName): Promise<void>
  /** Ends a part as a deployment would; the supervisor starts it again. */
  restart(part: PartName): Promise<void>
  /** Ends the system and keeps its data. */
  halt(): Promise<void>
  /** Ends the system and forgets its data. */
  stop(): Promise<void>
}

/**
 * With emulators of its own, or in those at AWS_ENDPOINT_URL, beside others, under names of its own.
 * @param data a folder of an earlier run to go on with
 */
export async function startSystem(data?: string): Promise<RunningSystem> {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'recado-test-')))
  const layout = await openLayout({
    port: await findPort(),
    data: folder,
    fresh: false,
    whatsapp: 'simulator',
    outside: outside(),
    ...(outside().queues && { names: namesIn(folder) }),
  })
  const system = new LocalSystem(layout)
  await system.start()
  const again = async (part: PartName, signal: NodeJS.Signals) => {
    const before = await pidOf(folder, part)
    if (before === undefined) throw new Error(`There is no ${part} of this system's own`)
    process.kill(before, signal)
    await eventually(`${part} runs again`, async () => {
      const now = await pidOf(folder, part)
      return now !== undefined && now !== before
    })
  }
  return {
    origin: layout.origin,
    layout,
    kill: (part) => again(part, 'SIGKILL'),
    restart: (part) => again(part, 'SIGTERM'),
    halt: () => system.stop(),
    async stop() {
      await system.stop()
      if (layout.outside.queues) await forget(layout)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function pidOf(folder: string, part: PartName): Promise<number | undefined> {
  const pids: Record<string, number | number[]> = JSON.parse(
    await readFile(join(folder, 'pids.json'), 'utf8'),
  )
  return [pids[part] ?? []].flat()[0]
}
