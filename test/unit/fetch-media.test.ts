import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fetchMedia } from '@recado/fargate-session/inbound/fetch-media'
import { Leases } from '@recado/fargate-session/leases/leases'
import { MediaFiles } from '@recado/fargate-session/ports/media-files'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { NoTurn } from '@recado/fargate-session/ports/turns'
import { Shard } from '@recado/fargate-session/task/shard'
import { getMessage, messageKey, type StoredMessage } from '@recado/shared/conversations/message'
import type { MediaCommand } from '@recado/shared/queues/commands'
import { DEFAULT_SHARDS, shardOf } from '@recado/shared/queues/shards'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { getMediaKeys, proto } from '@whiskeysockets/baileys'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CommandsInMemory } from '../support/commands-in-memory.ts'
import { CountingLog } from '../support/counting-log.ts'
import { atMost } from '../support/eventually.ts'

const mediaKey = randomBytes(32)
const AT = '2026-11-21T12:00:00.000Z'

let sealed: Buffer
let origin: string
/** Requests at the media host that wait for an answer. */
let asked: ServerResponse[]
const host = createServer((_, response) => void asked.push(response))
beforeAll(async () => {
  const { iv, cipherKey, macKey = Buffer.alloc(0) } = await getMediaKeys(mediaKey, 'image')
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const content = Buffer.concat([cipher.update('uma foto'), cipher.final()])
  const mac = createHmac('sha256', macKey).update(iv).update(content).digest()
  sealed = Buffer.concat([content, mac.subarray(0, 10)])
  await once(host.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
})
afterAll(() => {
  host.closeAllConnections()
  host.close()
})

const unwatched = { countersChanged: async () => undefined, recipientChanged: async () => undefined }
let table: TenantTable
let log: CountingLog
let ports: ServicePorts
beforeEach(() => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  asked = []
  log = new CountingLog()
  const files = new MediaFiles('none')
  files.write = async (_, body) => void (await body.toArray())
  const server = { mediaHost: origin, mediaOrigins: [] as RegExp[] }
  ports = { table: memory, files, server, watchers: unwatched, log, now: Date.now } as Pick<
    ServicePorts,
    'table' | 'files' | 'watchers' | 'log' | 'now'
  > as ServicePorts
})

/** The files of an album that a connection received. */
async function album(connectionId: string, count: number): Promise<MediaCommand[]> {
  const commands: MediaCommand[] = []
  for (let number = 1; number <= count; number++) {
    const place = { connectionId, chat: '5511955551001', messageId: `${connectionId}${number}`, at: AT }
    const directPath = `/v/${place.messageId}`
    const original = Buffer.from(proto.Message.encode({ imageMessage: { mediaKey, directPath } }).finish())
    const media = { state: 'PENDING' as const, bytes: 8, mimetype: 'image/jpeg', key: null }
    const message: StoredMessage = {
      ...place,
      fromMe: false,
      content: { type: 'image', caption: '', media },
      original: original.toString('base64'),
    }
    await table.put({ ...message, ...messageKey(message) })
    commands.push({ kind: 'media', companyId: 'A', ...place })
  }
  return commands
}

const phone = { isOpen: () => false, uploadAgain: () => Promise.reject(new Error('Asked')) }
const fetched = (commands: readonly MediaCommand[]) =>
  Promise.allSettled(commands.map((command) => fetchMedia(ports, command, phone)))
const connectionsAsked = () => asked.map(({ req }) => req.url?.slice(3, 4)).sort()
const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: atMost(10_000) })

/** Answers until all downloads have ended. */
async function answered<T>(downloads: Promise<T>): Promise<T> {
  let isDone = false
  void downloads.then(() => {
    isDone = true
  })
  await until(() => {
    for (const response of asked.splice(0)) response.end(sealed)
    return isDone
  })
  return downloads
}

test('files of albums are downloaded eight at a time, four of one connection, and all in the end', async () => {
  const commands = [...(await album('A', 10)), ...(await album('B', 10))]
  const most: number[] = []
  const downloads = fetched(commands)
  await until(() => asked.length >= 8)
  expect(connectionsAsked()).toEqual(['A', 'A', 'A', 'A', 'B', 'B', 'B', 'B'])
  asked.shift()?.end(sealed)
  await until(() => {
    most.push(asked.length)
    return asked.length === 8
  })
  expect(Math.max(...most)).toBe(8)
  expect(await answered(downloads)).toMatchObject(commands.map(() => ({ status: 'fulfilled' })))
  for (const command of commands)
    expect(await getMessage(table, command)).toMatchObject({ content: { media: { state: 'READY' } } })
})

test('a file whose path leads away from WhatsApp’s servers counts as gone', async () => {
  const commands = await album('A', 1)
  const downloads = fetched(commands)
  await until(() => asked.length === 1)
  asked.shift()?.writeHead(302, { location: 'http://169.254.170.2/v2/credentials' }).end()
  expect(await downloads).toMatchObject([{ status: 'fulfilled' }])
  for (const command of commands)
    expect(await getMessage(table, command)).toMatchObject({ content: { media: { state: 'GONE' } } })
})

test('files beyond those that may wait go back to their queue, and stay pending', async () => {
  const commands = await album('A', 40)
  const downloads = fetched(commands)
  await until(() => asked.length >= 4)
  const ends = await answered(downloads)
  const refused = ends.flatMap((end, index) => (end.status === 'rejected' ? [{ ...end, index }] : []))
  expect(refused).toHaveLength(12)
  for (const { reason, index } of refused) {
    expect(reason).toBeInstanceOf(NoTurn)
    expect(
      await getMessage(table, commands[index] ?? { connectionId: '', chat: '', messageId: '', at: '' }),
    ).toMatchObject({
      content: { media: { state: 'PENDING' } },
    })
  }
})

test('a file that waits goes back to its queue when its shard ends, and downloads under way go on', async () => {
  const commands = new CommandsInMemory()
  const leases = new Leases(ports.table, DEFAULT_SHARDS, { id: 'first', release: 'one' }, Date.now)
  await leases.turn()
  const lease = leases.held.get(shardOf('A', DEFAULT_SHARDS))
  if (!lease) throw new Error('The shard is not leased')
  const shard = new Shard(ports, leases, lease, commands.queues)
  await shard.start()
  const [waiting, ...underWay] = await album('A', 5)
  if (!waiting) throw new Error('The album is empty')
  const downloads = fetched(underWay)
  await until(() => asked.length === 4)
  await commands.send(waiting)
  await commands.begun()
  await shard.stop()
  expect(log.warnings).toMatchObject([{ message: 'command failed', error: expect.any(NoTurn) }])
  expect(await answered(downloads)).toMatchObject(underWay.map(() => ({ status: 'fulfilled' })))
  expect(await getMessage(table, waiting)).toMatchObject({ content: { media: { state: 'PENDING' } } })
})
