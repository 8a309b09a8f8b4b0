import { createHash } from 'node:crypto'
import { ticketIndex } from '@recado/shared/table/indexes'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { handshake, LiveSocket, ticketOf } from '../support/live-socket.ts'
import { sharedSystem } from '../support/test-system.ts'

const { system, principals } = sharedSystem()
let admin: ApiClient

beforeAll(async () => {
  admin = await principals.signedIn(await principals.company())
})

const enters = (ticket: string, origin?: string | null) =>
  handshake(system.origin, { ticket, ...(origin !== undefined && { origin }) })

describe('a ticket', () => {
  test('a ticket opens one socket', async () => {
    const ticket = await ticketOf(admin)
    expect(await enters(ticket)).toBe(101)
    expect(await enters(ticket)).toBe(401)
  })

  test('a ticket used six times at once opens one socket', async () => {
    for (let round = 0; round < 5; round++) {
      const ticket = await ticketOf(admin)
      const answers = await Promise.all(Array.from({ length: 6 }, () => enters(ticket)))
      expect(answers.sort()).toEqual([101, 401, 401, 401, 401, 401])
    }
  })

  test('a ticket expires after 30 seconds', async () => {
    const ticket = await ticketOf(admin)
    const key = ticketIndex.key(createHash('sha256').update(ticket).digest('base64url'))
    const { goodUntil } = (await principals.table.get(key)) ?? { goodUntil: 0 }
    expect(goodUntil - Date.now()).toBeGreaterThan(20_000)
    expect(goodUntil - Date.now()).toBeLessThanOrEqual(30_000)
    await principals.table.update(key, { set: { goodUntil: Date.now() - 1 } })
    expect(await enters(ticket)).toBe(401)
  })

  test.for(['', 'x', 'A'.repeat(32), '../', '%00', 'INDEX#TICKET#x'])(
    'the unknown ticket “%s” is refused',
    async (ticket) => {
      expect(await enters(ticket)).toBe(401)
    },
  )

  test('a ticket is no access token, and an access token is no ticket', async () => {
    expect(await enters(admin.token ?? '')).toBe(401)
    const ticket = await ticketOf(admin)
    const headers = { authorization: `Bearer ${ticket}` }
    expect((await fetch(`${system.origin}/api/auth/me`, { headers })).status).toBe(401)
  })

  test('a ticket is stored only as a digest', async () => {
    const ticket = await ticketOf(admin)
    expect(JSON.stringify(await principals.dump())).not.toContain(ticket)
  })

  test.for([
    'https://evil.example',
    'http://localhost',
    'http://localhost:1',
    'http://127.0.0.1:{port}',
    'https://localhost:{port}',
    'http://localhost:{port}.evil.example',
    'http://localhost:{port}/',
    'null',
    '',
    null,
  ])('a ticket from another origin is refused and stays valid: %s', async (origin) => {
    const ticket = await ticketOf(admin)
    const from = origin?.replace('{port}', String(system.layout.port)) ?? null
    expect(await enters(ticket, from)).toBe(403)
    expect(await enters(ticket)).toBe(101)
  })

  test('a closed socket’s row is deleted', async () => {
    const other = await principals.company()
    const live = await LiveSocket.open(await principals.signedIn(other))
    const socketRows = async () => (await principals.dump()).filter(({ pk }) => pk === `${other}#SOCKETS`)
    expect(await socketRows()).toHaveLength(1)
    live.close()
    await eventually('its row is gone', async () => (await socketRows()).length === 0)
  })

  test('a socket stays open after invalid frames', async () => {
    const live = await LiveSocket.open(admin)
    for (const said of [
      '{"action":"ping"}',
      '{"action":"userStatus"}',
      'nonsense',
      '',
      '{"action":',
      '[]',
      'null',
      '\u0000',
    ])
      live.say(said)
    const list = await admin.newList('Ainda ouve')
    await live.frame('of the list', ({ record }) => Object(record).id === list.id)
    expect(live.isClosed).toBe(false)
    live.close()
  })
})
