import * as linking from '@recado/functions/connections/linking'
import { getConnection, putConnection, type StoredConnection } from '@recado/shared/connections/store'
import type { Command } from '@recado/shared/queues/commands'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const ADMIN = anActor({ profile: 'admin' })
const LOJA = 'LOJA'
const UNTIL = '2026-11-21T14:00:00.000Z'
const BANNED = {
  wanted: 'closed',
  status: 'DISCONNECTED',
  statusReason: 'TEMPORARILY_BANNED',
  bannedUntil: UNTIL,
} as const

let table: TenantTable
let commands: Command['kind'][]
let now: number

beforeEach(() => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, ADMIN.companyId)
  commands = []
  now = Date.parse(UNTIL) - 1
  const { ports } = enginePorts(memory, () => now)
  const queues = { ...ports.queues, command: async ({ kind }: Command) => void commands.push(kind) }
  setContext({ table, ports: { ...ports, queues } })
})

const store = (connection: Partial<StoredConnection>) =>
  putConnection(table, aConnection({ companyId: ADMIN.companyId, id: LOJA, ...connection }))
const stored = () => getConnection(table, LOJA)
const retry = () => linking.open(ADMIN, LOJA, 'open')

describe('an account that WhatsApp has banned until a known time', () => {
  test('does not log in before, however often a person asks', async () => {
    await store(BANNED)
    for (let click = 0; click < 3; click++)
      await expect(retry()).rejects.toMatchObject({ kind: 'conflict', code: 'ERR_WAPP_BANNED' })
    expect(commands).toEqual([])
    expect(await stored()).toMatchObject(BANNED)
  })

  test('logs in from then on', async () => {
    await store(BANNED)
    now = Date.parse(UNTIL)
    await retry()
    expect(commands).toEqual(['open'])
    expect(await stored()).toMatchObject({ wanted: 'open', status: 'OPENING', bannedUntil: null })
  })

  test.each(['disconnect', 'relink'] as const)('may be replaced meanwhile: %s', async (by) => {
    await store(BANNED)
    if (by === 'relink') await linking.open(ADMIN, LOJA, by)
    else await linking.disconnect(ADMIN, LOJA)
    await retry()
    expect(commands).toEqual([by === 'relink' ? by : 'unlink', 'open'])
  })
})

test.each([
  ['whose ban has no known end', { ...BANNED, bannedUntil: null }],
  ['that was logged out', { ...BANNED, statusReason: 'LOGGED_OUT', bannedUntil: null }],
] as const)('an account %s may log in at once', async (_, connection) => {
  await store(connection)
  await retry()
  expect(commands).toEqual(['open'])
})

test('an unknown connection is answered by 404, not by 409', async () => {
  await expect(retry()).rejects.toMatchObject({ kind: 'not-found', code: 'ERR_NO_WAPP_FOUND' })
})
