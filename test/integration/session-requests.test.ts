import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Leases } from '@recado/fargate-session/leases/leases'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { Shard } from '@recado/fargate-session/task/shard'
import * as linking from '@recado/functions/connections/linking'
import {
  changeConnection,
  getConnection,
  putConnection,
  type StoredConnection,
} from '@recado/shared/connections/store'
import { DEFAULT_SHARDS, shardOf } from '@recado/shared/queues/shards'
import { FileKeys } from '@recado/shared/secrets/file-keys'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Change, Key, Row, When } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aConnection } from '../support/builders.ts'
import { CommandsInMemory } from '../support/commands-in-memory.ts'
import { eventually } from '../support/eventually.ts'
import { setContext } from '../support/functions-context.ts'
import { sessionPorts } from '../support/session-ports.ts'
import { simulated } from '../support/simulated.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const ADMIN = anActor({ profile: 'admin' })
const LOJA = 'LOJA'
const SHOP = '5511900000001'
const DISCONNECTED = { status: 'DISCONNECTED', statusReason: 'DISCONNECTED_BY_USER', wanted: 'closed' }

const on = simulated({ [SHOP]: 'Loja' })

/** A table that knows which statuses it was asked to store, also those whose condition failed. */
class WatchedTable extends MemoryTable {
  readonly statuses: unknown[] = []

  override async update<T extends object>(
    key: Key<T>,
    change: Change<NoInfer<T>>,
    when?: When<NoInfer<T>>,
  ): Promise<Row<T>> {
    const { status } = Object(change.set)
    if (status !== undefined) this.statuses.push(status)
    return super.update(key, change, when)
  }
}

/** A table of keys whose deletion waits until it is let through. */
class SlowToShred extends MemoryTable {
  readonly #begun = Promise.withResolvers<void>()
  #until: Promise<unknown> = Promise.resolve()

  /** @returns resolves when a deletion has begun, and lets it through */
  holdDeletions() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#until = promise
    return { begun: this.#begun.promise, letThrough: resolve }
  }

  override async deleteMany(keys: readonly Key[]): Promise<void> {
    this.#begun.resolve()
    await this.#until
    return super.deleteMany(keys)
  }
}

let memory: WatchedTable
let table: TenantTable
let authTable: SlowToShred
let commands: CommandsInMemory
let shard: Shard
let folder: string

beforeEach(async () => {
  memory = new WatchedTable()
  table = new TenantTable(memory, ADMIN.companyId)
  authTable = new SlowToShred()
  commands = new CommandsInMemory()
  folder = mkdtempSync(join(tmpdir(), 'recado-requests-'))
})
afterEach(async () => {
  commands.release()
  await shard.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** A shard with one connection, which shows its first QR code. @param qrMs how long each QR code is shown */
async function begin(qrMs = 30_000): Promise<string> {
  const nothing = async () => undefined
  const ports: ServicePorts = sessionPorts(
    on.simulator,
    {
      table: memory,
      authTable,
      keys: new FileKeys(folder),
      queues: { send: nothing, inOrder: nothing, command: commands.send },
    },
    { WHATSAPP_QR_MS: qrMs },
  )
  setContext({ table, ports, log: ports.log })
  await putConnection(table, aConnection({ companyId: ADMIN.companyId, id: LOJA }))
  const leases = new Leases(memory, DEFAULT_SHARDS, { id: 'first', release: 'one' }, Date.now)
  await leases.turn()
  const lease = leases.held.get(shardOf(LOJA, DEFAULT_SHARDS))
  if (!lease) throw new Error('The shard is not leased')
  shard = new Shard(ports, leases, lease, commands.queues)
  await shard.start()
  return code()
}
async function linked(): Promise<void> {
  await on.control.scan(SHOP, await begin())
  await says('CONNECTED')
}

const stored = () => getConnection(table, LOJA)
const saysSo = (is: (connection: StoredConnection) => boolean) =>
  eventually('the connection says so', async () => {
    const connection = await stored()
    return connection && is(connection) && connection
  })
const says = (status: StoredConnection['status']) => saysSo((connection) => connection.status === status)
const code = async () => (await saysSo(({ qrcode }) => qrcode !== '')).qrcode
const types = (pairingCode: string) =>
  on.control.call('POST', `/phones/${SHOP}/pairing-code`, { code: pairingCode })

describe('a session that gives up while a person asks again', () => {
  test('a pairing code asked for meanwhile links, and the connection stays wanted', async () => {
    const { begun, letThrough } = authTable.holdDeletions()
    await begin(800)
    await begun
    commands.hold()
    const asked = linking.requestPairingCode(ADMIN, LOJA, SHOP)
    await commands.queued(1)
    letThrough()
    await eventually('the session reports its end', async () => memory.statuses.at(-1) === 'DISCONNECTED')
    expect(await stored()).toMatchObject({ status: 'OPENING', wanted: 'open' })
    commands.release()
    await types((await asked).code)
    expect(await says('CONNECTED')).toMatchObject({ wanted: 'open', number: SHOP })
  })

  test('the end of a session deletes its own keys, and spares the next session’s', async () => {
    const { begun, letThrough } = authTable.holdDeletions()
    await begin(800)
    await begun
    await linking.open(ADMIN, LOJA, 'open')
    await commands.begun()
    letThrough()
    await on.control.scan(SHOP, await code())
    expect(await says('CONNECTED')).toMatchObject({ wanted: 'open' })
    expect([...authTable.rows()].map(({ sk }) => sk)).toContain('DATA-KEY')
  })
})

describe('a person who disconnects', () => {
  test('what the session says before it is unlinked changes nothing', async () => {
    await linked()
    commands.hold()
    await linking.disconnect(ADMIN, LOJA)
    await on.control.fault({ kind: 'streamError', number: SHOP, code: 500 })
    await eventually('the session says TIMEOUT', async () => memory.statuses.includes('TIMEOUT'))
    commands.release()
    await commands.carriedOut()
    expect(await stored()).toMatchObject({ ...DISCONNECTED, number: null })
    expect(await on.control.phone(SHOP)).toMatchObject({ linked: false })
  })

  test.each(['unlink', 'relink'] as const)(
    'a repeated %s spares the account that was linked since',
    async (kind) => {
      await linked()
      if (kind === 'unlink') await linking.disconnect(ADMIN, LOJA)
      else await linking.open(ADMIN, LOJA, 'relink')
      await commands.carriedOut()
      const [command] = commands.sent.filter((each) => each.kind === kind)
      await linking.open(ADMIN, LOJA, 'open')
      await on.control.scan(SHOP, await code())
      await says('CONNECTED')
      if (!command) throw new Error('No command was sent')
      await commands.send(command)
      await commands.carriedOut()
      expect(await on.control.phone(SHOP)).toMatchObject({ linked: true })
      expect(await says('CONNECTED')).toMatchObject({ number: SHOP })
    },
  )

  test.each(['unlink', 'relink'] as const)(
    'an old %s from the dead letters spares the account that a later request has connected',
    async (kind) => {
      await linked()
      const { request = 0 } = (await stored()) ?? {}
      await linking.open(ADMIN, LOJA, 'open')
      await says('CONNECTED')
      await commands.send({ kind, companyId: ADMIN.companyId, connectionId: LOJA, request })
      await commands.carriedOut()
      expect(await on.control.phone(SHOP)).toMatchObject({ linked: true })
      expect(await says('CONNECTED')).toMatchObject({ number: SHOP })
    },
  )

  test('the account is unlinked, also if the person has asked for another one meanwhile', async () => {
    await linked()
    commands.hold()
    await linking.disconnect(ADMIN, LOJA)
    await linking.open(ADMIN, LOJA, 'open')
    commands.release()
    await code()
    expect(await on.control.phone(SHOP)).toMatchObject({ linked: false })
  })

  test('a pairing code from before it is not given any more', async () => {
    await begin()
    commands.hold()
    const asked = expect(linking.requestPairingCode(ADMIN, LOJA, SHOP)).rejects.toMatchObject({
      code: 'ERR_WAPP_NOT_INITIALIZED',
    })
    await commands.queued(1)
    await linking.disconnect(ADMIN, LOJA)
    commands.release()
    await asked
    await commands.carriedOut()
    expect(await stored()).toMatchObject(DISCONNECTED)
    expect(shard.connections().held).toBe(0)
  })
})

describe('a person who asks a running session to open', () => {
  test('the connection shows the session’s state again, and its end', async () => {
    await linked()
    await linking.open(ADMIN, LOJA, 'open')
    expect(await says('CONNECTED')).toMatchObject({ number: SHOP, wanted: 'open' })
    await on.control.fault({ kind: 'unlink', number: SHOP })
    expect(await says('DISCONNECTED')).toMatchObject({ statusReason: 'LOGGED_OUT', wanted: 'closed' })
  })

  test('a QR code is shown again after a pairing code whose caller has gone', async () => {
    const qrcode = await begin()
    await changeConnection(table, LOJA, { wanted: 'open', status: 'OPENING', qrcode: '' })
    const late = { kind: 'pairing-code', connectionId: LOJA, askId: 'ASK', until: 0, number: SHOP } as const
    await commands.send({ ...late, companyId: ADMIN.companyId })
    await commands.carriedOut()
    expect(await stored()).toMatchObject({ status: 'qrcode', qrcode })
  })
})
