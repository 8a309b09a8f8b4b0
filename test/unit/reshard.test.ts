import { Leases } from '@recado/fargate-session/leases/leases'
import { everyCompany } from '@recado/shared/companies/register/every-company'
import { misplacedConnections, reshardConnections } from '@recado/shared/connections/reshard'
import { deleteConnection, putConnection } from '@recado/shared/connections/store'
import { newId } from '@recado/shared/ids'
import { MOST_SHARDS, shardOf } from '@recado/shared/queues/shards'
import { leaseIndex, shardIndex } from '@recado/shared/table/indexes'
import type { MemoryTable } from '@recado/shared/table/memory'
import { allRows, type Write } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '../../infra/operations/command.ts'
import { reshard } from '../../infra/operations/commands/reshard.ts'
import { resume } from '../../infra/operations/commands/resume.ts'
import type { Consumers } from '../../infra/operations/consumers.ts'
import { Printer } from '../../infra/operations/printer.ts'
import { aConnection } from '../support/builders.ts'
import { MortalTable } from '../support/mortal-table.ts'

const COUNT = 60

/** Runs something between a look at the shards and the first move. */
class BusyTable extends MortalTable {
  beforeMove: (() => Promise<unknown>) | undefined

  override async transact(writes: readonly Write[]): Promise<void> {
    // Fences are single writes.
    const work = writes.length > 1 ? this.beforeMove : undefined
    if (work) this.beforeMove = undefined
    await work?.()
    return super.transact(writes)
  }
}

let table: BusyTable
let connections: string[]

beforeEach(async () => {
  table = new BusyTable()
  connections = []
  for (let made = 0; made < COUNT; made++) await stored(32, `C${made % 3}`)
})

/** Stores a new connection under a number of shards. */
async function stored(shards: number, companyId = 'A'): Promise<string> {
  const connection = aConnection({ companyId, id: newId() })
  await putConnection(new TenantTable(table, companyId), connection, { shards })
  connections.push(connection.id)
  return connection.id
}

/** The shards that have a row of each connection. */
async function places(of: MemoryTable = table): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>()
  for (let shard = 0; shard < MOST_SHARDS; shard++)
    for await (const { connectionId } of allRows(of, { pk: shardIndex.pk(shard) }))
      found.set(connectionId, [...(found.get(connectionId) ?? []), shard])
  return found
}
const ownPlaces = (shards: number) => new Map(connections.map((id) => [id, [shardOf(id, shards)]]))
const misplaced = async (shards: number) => {
  let count = 0
  for await (const _ of misplacedConnections(table, shards)) count++
  return count
}

test('connections are stored in their shards under any number, and deleted from them', async () => {
  connections = []
  for (let made = 0; made < 20; made++) await stored(48, 'other')
  const company = new TenantTable(table, 'other')
  const now = await places()
  for (const [id, shards] of ownPlaces(48)) expect(now.get(id)).toEqual(shards)
  for (const id of connections) await deleteConnection(company, id, 48)
  expect((await places()).size).toBe(COUNT)
})

describe('resharding', () => {
  test('moves each connection to its own shard, and a second run moves none', async () => {
    const before = await misplaced(48)
    expect(before).toBeGreaterThan(COUNT / 4)
    expect(before).toBeLessThan(COUNT)
    expect(await reshardConnections(table, 48)).toBe(before)
    expect(await places()).toEqual(ownPlaces(48))
    expect(await reshardConnections(table, 48)).toBe(0)
    expect([...(await everyCompany(table, 48))].sort()).toEqual(['C0', 'C1', 'C2'])
  })

  test('moves nothing under the same number', async () => {
    expect(await reshardConnections(table, 32)).toBe(0)
    expect(await places()).toEqual(ownPlaces(32))
  })

  test('finds connections of any earlier number, also of a larger one', async () => {
    for (const shards of [1, 7, 48, 256]) for (let made = 0; made < 5; made++) await stored(shards)
    await reshardConnections(table, 40)
    expect(await places()).toEqual(ownPlaces(40))
  })

  test('that dies at any write leaves each connection in one shard, and continues', async () => {
    const all = await misplaced(48)
    let done = 0
    while (done < all) {
      table.dieAfter(4)
      await reshardConnections(table, 48).catch((error: unknown) => expect(String(error)).toContain('died'))
      table.dieAfter()
      const now = await places()
      expect([...now.values()].map((shards) => shards.length)).toEqual(Array(COUNT).fill(1))
      const moved = all - (await misplaced(48))
      expect(moved).toBe(Math.min(all, done + 4))
      done = moved
    }
    expect(await places()).toEqual(ownPlaces(48))
  })

  test('finds a connection that a function of the old number stores meanwhile', async () => {
    let late = ''
    table.beforeMove = async () => {
      // Behind the shard that is being read.
      do late = await stored(32)
      while (shardOf(late, 32) > 0 || shardOf(late, 48) === 0)
    }
    await reshardConnections(table, 48)
    expect(await places()).toEqual(ownPlaces(48))
    expect(shardOf(late, 32)).toBe(0)
  })

  test('brings back no connection that is deleted meanwhile', async () => {
    let [first] = [] as string[]
    for await (const { companyId, connectionId } of misplacedConnections(table, 48)) {
      first = connectionId
      // The function has the new number, so it does not find the row.
      table.beforeMove = async () => {
        const company = new TenantTable(table, companyId)
        await deleteConnection(company, connectionId, 48)
      }
      break
    }
    await reshardConnections(table, 48)
    connections = connections.filter((id) => id !== first)
    expect(await places()).toEqual(ownPlaces(48))
  })

  test('by two operators at once moves each connection once', async () => {
    const all = await misplaced(48)
    const moved = await Promise.all([reshardConnections(table, 48), reshardConnections(table, 48)])
    expect(moved.reduce((sum, one) => sum + one, 0)).toBe(all)
    expect(await places()).toEqual(ownPlaces(48))
  })
})

describe('the operator’s commands', () => {
  let now: number
  let written: string
  let started: number

  beforeEach(() => {
    now = 1_790_000_000_000
    written = ''
    started = 0
  })

  const consumers: Consumers = {
    stop: async () => undefined,
    running: async () => [],
    areStopped: async () => true,
    async start() {
      started++
      return true
    },
  }
  const callWith = (shards: number) => {
    const deployment = { table, shards, where: 'recado', now: () => now, consumers }
    const print = new Printer(
      false,
      (text) => {
        written += text
      },
      () => undefined,
    )
    // Only these parts of a call are used.
    return { deployment, print, confirm: async () => true } as unknown as Call
  }
  const leases = async () => (await table.query({ pk: leaseIndex.pk })).rows
  const taskOf = (shards: number) => new Leases(table, shards, { id: 'task', release: 'one' }, () => now)

  test('`reshard` is refused while a task holds a shard, and changes nothing', async () => {
    const task = taskOf(32)
    await task.turn()
    const before = [await places(), await leases()]
    await expect(reshard.run(callWith(48))).rejects.toThrow('Tasks hold the shards 0 1 2')
    expect([await places(), await leases()]).toEqual(before)
    await task.leave()
    expect(await reshard.run(callWith(48))).toBe(0)
    expect(await places()).toEqual(ownPlaces(48))
    expect(written).toContain('48')
  })

  test('`reshard` reports a task that started meanwhile', async () => {
    table.beforeMove = () => taskOf(48).turn()
    await expect(reshard.run(callWith(48))).rejects.toThrow('Tasks hold the shards')
  })

  test('`reshard` raises the fences before it moves, so that an interruption between them does no harm', async () => {
    table.dieAfter(48)
    await expect(reshard.run(callWith(48))).rejects.toThrow('died')
    table.dieAfter()
    expect(await places()).toEqual(ownPlaces(32))
    const task = taskOf(48)
    await task.turn()
    for (const { fence } of task.held.values()) expect(fence).toBeGreaterThan(now / 1000)
  })

  test('`resume` is refused before `reshard`, and starts everything after it', async () => {
    await expect(resume.run(callWith(48))).rejects.toThrow('run `ops reshard` first')
    expect(started).toBe(0)
    await reshard.run(callWith(48))
    expect(await resume.run(callWith(48))).toBe(0)
    expect(started).toBe(1)
  })
})
