import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCommandQueues } from '@recado/fargate-session/commands/command-queues'
import { LEASE_MS, Leases } from '@recado/fargate-session/leases/leases'
import { MediaFiles } from '@recado/fargate-session/ports/media-files'
import { Peak } from '@recado/fargate-session/ports/peak'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { Shard } from '@recado/fargate-session/task/shard'
import { putConnection } from '@recado/shared/connections/store'
import { DEFAULT_SHARDS, shardOf } from '@recado/shared/queues/shards'
import { SqsQueues } from '@recado/shared/queues/sqs'
import { FileKeys } from '@recado/shared/secrets/file-keys'
import { MemoryTable } from '@recado/shared/table/memory'
import { partition } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aConnection } from '../support/builders.ts'
import { CountingLog } from '../support/counting-log.ts'
import { EventfulTable } from '../support/eventful-table.ts'
import { eventually } from '../support/eventually.ts'

/** These tests read no queue, since no commands are sent. */
const NOWHERE = 'http://127.0.0.1:1/'
const CONNECTION = 'LOJA'
const NUMBER = shardOf(CONNECTION, DEFAULT_SHARDS)

let now: number
let table: EventfulTable
let authTable: MemoryTable
let whatsapp: Server
let logins: number
let folder: string
let ports: ServicePorts

beforeEach(async () => {
  now = Date.now()
  table = new EventfulTable()
  authTable = new MemoryTable()
  folder = mkdtempSync(join(tmpdir(), 'recado-shard-'))
  logins = 0
  whatsapp = createServer(() => logins++)
  await once(whatsapp.listen(0, '127.0.0.1'), 'listening')
  const { port } = whatsapp.address() as AddressInfo
  ports = {
    table,
    authTable,
    keys: new FileKeys(folder),
    files: new MediaFiles('none'),
    queues: new SqsQueues(NOWHERE, DEFAULT_SHARDS),
    log: new CountingLog(),
    publish: async () => undefined,
    recordMetrics: () => undefined,
    receiptLag: new Peak(),
    watchers: { recipientChanged: async () => undefined, countersChanged: async () => undefined },
    server: {
      version: [2, 3000, 1],
      waWebSocketUrl: `ws://127.0.0.1:${port}`,
      mediaOrigins: [],
      mediaHost: '',
      hosts: [],
    },
    now: () => now,
    random: () => 0.5,
    newClaim: () => 'claim',
    waitUntil: async () => undefined,
  }
  const connection = aConnection({ companyId: 'A', id: CONNECTION, wanted: 'open' })
  await putConnection(new TenantTable(table, 'A'), connection)
})
afterEach(() => {
  whatsapp.close()
  rmSync(folder, { recursive: true })
})

async function aShard() {
  const leases = new Leases(table, DEFAULT_SHARDS, { id: 'first', release: 'one' }, () => now)
  await leases.turn()
  const lease = leases.held.get(NUMBER)
  if (!lease) throw new Error('The shard is not leased')
  return { leases, shard: new Shard(ports, leases, lease, openCommandQueues(NOWHERE, DEFAULT_SHARDS)) }
}
const ownersOfKeys = async () =>
  (await authTable.query({ pk: partition(`A#${CONNECTION}`), consistent: true })).rows

describe('a shard', () => {
  test('opens the connections that should be open', async () => {
    const { shard } = await aShard()
    await shard.start()
    await eventually('it calls WhatsApp', async () => logins === 1)
    expect(await ownersOfKeys()).not.toEqual([])
    expect(shard.connections().held).toBe(1)
    await shard.drop()
  })

  test.each<[string, (shard: Shard, leases: Leases) => unknown]>([
    ['whose lease has moved on', () => (now += 2 * LEASE_MS)],
    ['that was dropped', (shard) => shard.drop()],
    ['that was released', (_, leases) => leases.release(NUMBER)],
  ])(
    '%s while it opens them opens no more, since a late login would throw out the new owner',
    async (_, happens) => {
      const { shard, leases } = await aShard()
      const { promise, resolve } = Promise.withResolvers<void>()
      table.afterGet = () => promise
      const started = shard.start()
      await happens(shard, leases)
      resolve()
      await started
      expect(await ownersOfKeys()).toEqual([])
      expect(logins).toBe(0)
      await shard.drop()
    },
  )
})
