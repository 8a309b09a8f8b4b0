import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SocketRow } from '@recado/functions/realtime/sockets'
import { SOCKET_LIMITS } from '@recado/shared/http/limits'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { socketIndex } from '@recado/shared/table/indexes'
import { keyIn } from '@recado/shared/table/table'
import { userKey } from '@recado/shared/users/store'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { type Frame, LiveSocket, ticketOf } from '../support/live-socket.ts'
import type { Person } from '../support/principals.ts'
import { ownSystem } from '../support/test-system.ts'

// Its handlers get another environment.
const { system, principals } = ownSystem()

const USER_STATUS = '{"action":"userStatus"}'
const isPresence = ({ action }: Frame) => action === 'presence'
const isClosing = ({ action }: Frame) => action === 'socketClosed'

const socketRows = async (companyId: string) =>
  (await principals.dump()).filter(({ pk }) => pk === `${companyId}#SOCKETS`)

async function signedIn(): Promise<{ companyId: string; person: Person; client: ApiClient }> {
  const companyId = await principals.company()
  const person = await principals.person(companyId)
  return { companyId, person, client: await principals.signIn(person) }
}

describe('a socket that API Gateway does not know', () => {
  /** Stands for API Gateway's management endpoint: it knows the sockets in `known`, and keeps what they are sent. */
  const known = new Set<string>()
  const sent: { socketId: string; frame: Frame }[] = []
  const closed: string[] = []
  let endpoint: Server
  let handlers: typeof import('@recado/functions/realtime/socket-handlers')
  let publisher: typeof import('@recado/functions/realtime/publish-worker')

  beforeAll(async () => {
    endpoint = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const socketId = decodeURIComponent(request.url?.split('/').at(-1) ?? '')
        if (!known.has(socketId)) {
          response.writeHead(410, { 'x-amzn-errortype': 'GoneException' }).end('{}')
          return
        }
        if (request.method === 'DELETE') closed.push(socketId)
        else sent.push({ socketId, frame: JSON.parse(Buffer.concat(chunks).toString()) })
        response.writeHead(200).end()
      })
    })
    await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
    const { port } = endpoint.address() as AddressInfo
    process.env.SOCKET_ENDPOINT = `http://127.0.0.1:${port}`
    // What these handlers publish reaches no worker of the system, which would look for their sockets in its gateway.
    process.env.QUEUE_URL_PREFIX = `${process.env.QUEUE_URL_PREFIX}nowhere-`
    handlers = await import('@recado/functions/realtime/socket-handlers')
    publisher = await import('@recado/functions/realtime/publish-worker')
  })
  afterAll(() => endpoint.close())

  const eventOf = (eventType: 'CONNECT' | 'MESSAGE' | 'DISCONNECT', connectionId: string, body = '') => ({
    requestContext: {
      routeKey: '$default',
      eventType,
      connectionId,
      messageId: '',
      extendedRequestId: '',
      requestTime: '',
      requestTimeEpoch: 0,
      messageDirection: 'IN',
      stage: 'ws',
      apiId: 'x',
      connectedAt: 0,
      requestId: '',
      domainName: 'localhost',
    },
    body,
    isBase64Encoded: false,
  })
  const opening = async (client: ApiClient, socketId: string) =>
    handlers.connect({
      ...eventOf('CONNECT', socketId),
      headers: { origin: system.origin },
      queryStringParameters: { t: await ticketOf(client) },
    } as Parameters<typeof handlers.connect>[0])
  const says = (socketId: string) =>
    handlers.message(eventOf('MESSAGE', socketId, USER_STATUS) as Parameters<typeof handlers.message>[0])
  const closes = (socketId: string) =>
    handlers.disconnect(eventOf('DISCONNECT', socketId) as Parameters<typeof handlers.disconnect>[0])
  const publish = (companyId: string, id: string) => {
    const event: LiveEvent = { companyId, topic: 'campaign', action: 'delete', body: { id } }
    const record = { messageId: id, body: JSON.stringify(event), attributes: { MessageGroupId: companyId } }
    return publisher.handler({ Records: [record] } as unknown as Parameters<typeof publisher.handler>[0])
  }
  const heardBy = (wanted: string) =>
    sent.flatMap(({ socketId, frame }) => (socketId === wanted && frame.id ? [frame.id] : []))

  test('a socket still opening gets later events', async () => {
    const { companyId, client } = await signedIn()
    const socketId = `young-${companyId}`
    expect(await opening(client, socketId)).toEqual({ statusCode: 200 })
    await publish(companyId, 'lost')
    known.add(socketId)
    await publish(companyId, 'heard')
    expect(heardBy(socketId)).toEqual(['heard'])
  })

  test('a socket unknown to API Gateway gets no events until its browser sends a frame', async () => {
    const { companyId, client, person } = await signedIn()
    const socketId = `old-${companyId}`
    await opening(client, socketId)
    const key = keyIn<SocketRow>('SOCKETS', socketId)
    await principals.tenant(companyId).update(key, { set: { openedAt: Date.now() - 60_000 } })
    await publish(companyId, 'lost')
    known.add(socketId)
    await publish(companyId, 'lost too')
    expect(heardBy(socketId)).toEqual([])
    await says(socketId)
    expect(heardBy(socketId)).toEqual([person.id])
    await publish(companyId, 'heard')
    expect(heardBy(socketId)).toEqual([person.id, 'heard'])
  })

  /** Lets something happen during each next write of a user's row, in order: before or after the write itself. */
  async function duringWrites(
    userId: string,
    steps: { before?: () => Promise<unknown>; after?: () => Promise<unknown> }[],
  ) {
    const { ports } = await import('@recado/functions/context')
    const update = ports.table.update.bind(ports.table)
    const spied = vi.spyOn(ports.table, 'update').mockImplementation(async (key, ...change) => {
      if (key.sk !== userKey(userId).sk) return update(key, ...change)
      const step = steps.shift()
      if (steps.length === 0) spied.mockRestore()
      await step?.before?.()
      const row = await update(key, ...change)
      await step?.after?.()
      return row
    })
  }
  const isPresent = async (companyId: string, userId: string) =>
    (await principals.tenant(companyId).get(userKey(userId)))?.present

  test('a user is offline after a socket that closes while its frame is handled', async () => {
    const { companyId, client, person } = await signedIn()
    const socketId = `brief-${companyId}`
    await opening(client, socketId)
    await duringWrites(person.id, [{ before: () => closes(socketId) }])
    await says(socketId)
    expect(await isPresent(companyId, person.id)).toBe(false)
  })

  test('a user is offline after a second browser that opens and closes while the end of the first is handled', async () => {
    const { companyId, client, person } = await signedIn()
    const [first, second] = [`first-${companyId}`, `second-${companyId}`]
    await opening(client, first)
    await says(first)
    expect(await isPresent(companyId, person.id)).toBe(true)
    await duringWrites(person.id, [
      { after: () => opening(client, second) },
      { before: () => closes(second) },
    ])
    await closes(first)
    expect(await isPresent(companyId, person.id)).toBe(false)
  })

  test('a socket without a row is closed when it sends a frame', async () => {
    known.add('unheard-of')
    await says('unheard-of')
    expect(closed).toContain('unheard-of')
  })
})

describe('a browser that says it is there', () => {
  test('a user’s presence is told once, however many tabs report it', async () => {
    const { companyId, client, person } = await signedIn()
    const colleague = await LiveSocket.open(await principals.signedIn(companyId))
    const tabs = [await LiveSocket.open(client), await LiveSocket.open(client)]
    for (let times = 1; times <= 5; times++) {
      for (const tab of tabs) tab.say(USER_STATUS)
      await eventually('each is answered', async () =>
        tabs.every(({ frames }) => frames.filter(isPresence).length >= times),
      )
    }
    for (const tab of tabs) tab.close()
    await colleague.frame('that the user is offline', (frame) => isPresence(frame) && frame.online === false)
    const told = colleague.frames.filter(({ id }) => id === person.id)
    expect(told.map(({ online }) => online)).toEqual([true, false])
    colleague.close()
  })
})

describe('sockets beyond the limit', () => {
  const { perSession, perCompany, framesPerMinute } = SOCKET_LIMITS

  test('sockets beyond a session’s limit are closed, oldest first, with a reason', async () => {
    const { companyId, client } = await signedIn()
    const tabs: LiveSocket[] = []
    for (let count = 0; count < perSession + 2; count++) tabs.push(await LiveSocket.open(client))
    await eventually('two are closed', async () => tabs.filter(({ isClosed }) => isClosed).length === 2)
    expect(tabs.map(({ isClosed }) => isClosed)).toEqual([true, true, ...Array(perSession).fill(false)])
    for (const tab of tabs.slice(0, 2))
      expect(tab.frames.filter(isClosing)).toEqual([
        { channel: `company-${companyId}-user`, action: 'socketClosed', reason: 'TOO_MANY_SOCKETS' },
      ])
    const list = await client.newList('Ainda ouvem')
    await Promise.all(
      tabs.slice(2).map((tab) => tab.frame('of the list', ({ record }) => Object(record).id === list.id)),
    )
    for (const tab of tabs) tab.close()
  })

  test('sockets opened at once stay within the limit', async () => {
    const { companyId, client } = await signedIn()
    const tickets = await Promise.all(Array.from({ length: 40 }, () => ticketOf(client)))
    const opened = await Promise.allSettled(
      tickets.map((ticket) => LiveSocket.withTicket(system.origin, ticket)),
    )
    const tabs = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    // The next event closes the sockets that were still opening.
    await client.newList('Depois')
    await eventually('ten are left', async () => {
      const open = tabs.filter(({ isClosed }) => !isClosed)
      return open.length === perSession && (await socketRows(companyId)).length === perSession
    })
    for (const tab of tabs) tab.close()
  })

  test('sockets beyond a company’s limit are closed, oldest first', async () => {
    const { companyId, client } = await signedIn()
    const table = principals.tenant(companyId)
    const owner = { companyId, homeCompanyId: companyId, userId: 'U', sid: 'S' }
    const others = Array.from({ length: perCompany }, (_, place) => ({
      ...owner,
      socketId: `other-${place}`,
      sid: `S${place}`,
      openedAt: Date.now() - 60_000 - place,
      ...keyIn<SocketRow>('SOCKETS', `other-${place}`),
    }))
    await table.putMany(others)
    // Found by its id, as every socket is.
    const oldest = `other-${perCompany - 1}`
    await principals.table.put({
      ...socketIndex.key(oldest, companyId),
      companyId,
      expiresAt: Math.floor(Date.now() / 1000) + 3600,
    })
    const live = await LiveSocket.open(client)
    const rows = await socketRows(companyId)
    expect(rows).toHaveLength(perCompany)
    expect(rows.some(({ sk }) => sk === oldest)).toBe(false)
    live.close()
  })

  test('a socket with too many frames in a minute is closed with a reason', async () => {
    const { companyId, client } = await signedIn()
    const live = await LiveSocket.open(client)
    for (let said = 0; said < framesPerMinute; said++) live.say(USER_STATUS)
    await eventually('all are answered', async () => live.frames.filter(isPresence).length >= framesPerMinute)
    expect(live.isClosed).toBe(false)
    live.say('{"action":"anything"}')
    await eventually('it is closed', async () => live.isClosed)
    expect(live.frames.at(-1)).toEqual({
      channel: `company-${companyId}-user`,
      action: 'socketClosed',
      reason: 'TOO_MANY_FRAMES',
    })
  })
})
