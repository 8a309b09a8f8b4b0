import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPort, type Layout, openLayout } from '../../infra/local/layout.ts'
import { LocalSystem } from '../../infra/local/system.ts'
import { eventually } from './eventually.ts'
import { forget, namesIn, outside } from './outside.ts'

/** With shared DynamoDB, SQS and S3, `dynamodb` and `queues` are not parts. */
type PartName = 'gateway' | 'workers' | 'session' | 'dynamodb' | 'queues' | 'simulator'

/** A running system. */
export interface SystemUnderTest {
  readonly origin: string
  readonly layout: Layout
}

/** The whole system, started for a test in its own folder and on its own ports. */
export interface RunningSystem extends SystemUnderTest {
  /** `kill -9` of a part. The supervisor restarts it. */
  kill(part: PartName): Promise<void>
  /** Ends a part like a deployment. The supervisor restarts it. */
  restart(part: PartName): Promise<void>
  /** Ends the system and keeps its data. */
  halt(): Promise<void>
  /** Ends the system and deletes its data. */
  stop(): Promise<void>
}

/**
 * Starts a system with its own emulators, or in the shared ones at AWS_ENDPOINT_URL under its own names.
 * @param data folder of an earlier run to continue
 * @param at addresses of emulators that run already
 * @param changed another number of shards, and what happens before anything starts with it
 */
export async function startSystem(
  data?: string,
  at = outside(),
  changed?: { shards: number; beforeStart(): Promise<unknown> },
): Promise<RunningSystem> {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'recado-test-')))
  const layout = await openLayout({
    port: await findPort(),
    data: folder,
    fresh: false,
    whatsapp: 'simulator',
    undeclaredCodes: 'refused',
    // Other emulators may know other credentials.
    enforcesRights: !at.dynamodb && !at.queues,
    outside: at,
    ...(at.queues && { names: namesIn(folder) }),
    shards: changed?.shards,
  })
  await changed?.beforeStart()
  const system = new LocalSystem(layout)
  await system.start()
  const again = async (part: PartName, signal: NodeJS.Signals) => {
    const before = await pidOf(folder, part)
    if (before === undefined) throw new Error(`This system has no ${part} of its own`)
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
