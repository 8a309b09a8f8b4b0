import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '@recado/shared/connections/connection'
import type { HeldConnection, SocketTask } from '@recado/shared/connections/holding'
import { commandQueueName } from '@recado/shared/queues/queues'
import { DEFAULT_SHARDS, shardOf } from '@recado/shared/queues/shards'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Outside } from '../../infra/local/layout.ts'
import { ApiClient } from '../support/api-client.ts'
import { startQueues } from '../support/aws.ts'
import { startEmulator } from '../support/dynamodb.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { ops as operated } from '../support/operations.ts'
import { outside } from '../support/outside.ts'

const SHARDS = 48
const CUSTOMER = '5511987650001'
/** At one a second, many are left when the socket service stands still. */
const PEOPLE = 30

vi.setConfig({ testTimeout: atMost(240_000) })

interface Sender {
  connection: Connection
  campaignId: string
  numbers: string[]
}

describe('a system whose number of shards is raised while campaigns run', () => {
  let at: Outside
  let folder: string
  let system: RunningSystem
  let admin: ApiClient
  const ends: (() => Promise<unknown>)[] = []
  const senders: Sender[] = []

  const ops = (line: string) => operated(line, folder)
  const recordsOf = async <T>(line: string): Promise<T[]> => JSON.parse((await ops(`${line} --json`)).written)
  const moves = ({ id }: Connection) => shardOf(id, DEFAULT_SHARDS) !== shardOf(id, SHARDS)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recado-reshard-'))
    at = await emulators()
    system = await startSystem(folder, at)
    admin = await ApiClient.signIn(system.origin)
    await admin.settings({ messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' })
    for (const isToMove of [true, true, false]) senders.push(await aSender(isToMove))
  }, atMost(180_000))
  afterAll(async () => {
    await system?.stop()
    for (const end of ends) await end()
  })

  const isMoved = ({ connection }: Sender) => moves(connection)

  /** Outside the system, so that they run while it is deployed anew. */
  async function emulators(): Promise<Outside> {
    const shared = outside()
    if (shared.dynamodb) return shared
    const [dynamodb, queues] = [await startEmulator(), await startQueues()]
    ends.push(dynamodb.stop, queues.stop)
    return { dynamodb: dynamodb.address, queues: queues.address }
  }

  /** A connection that the new number of shards moves, or leaves. Ids are random, and two thirds of them move. */
  async function aConnection(name: string, isToMove: boolean): Promise<string> {
    for (;;) {
      const connection = await admin.call('createConnection', { name })
      if (moves(connection) === isToMove) return connection.id
      await admin.call('deleteConnection', { whatsappId: connection.id })
    }
  }

  async function aSender(isToMove: boolean): Promise<Sender> {
    const place = senders.length
    const id = await aConnection(`Loja ${place}`, isToMove)
    await admin.scanned(id, `5511900000${500 + place}`)
    const connection = await admin.connected(id)
    const numbers = Array.from(
      { length: PEOPLE },
      (_, index) => `55119876${String(51_000 + 100 * place + index)}`,
    )
    const list = await admin.newList(`Lista ${place}`)
    await admin.addContacts(list.id, numbers)
    const campaign = await admin.newCampaign({ whatsappId: connection.id, contactListId: list.id })
    return { connection, campaignId: campaign.id, numbers }
  }

  const campaignTexts = async (number: string) =>
    (await admin.messagesOf(number)).filter(({ fromMe, text }) => !fromMe && text?.startsWith('Olá'))

  /** An open ticket of a customer who wrote to this connection. */
  async function attended({ connection }: Sender): Promise<string> {
    await admin.simulator('POST', `/phones/${CUSTOMER}/messages`, { to: connection.number, text: 'Bom dia' })
    const ticket = await eventually('a ticket is there', async () =>
      (await admin.call('listTickets', { tab: 'aguardando', all: 'true' })).records.find(
        ({ chat }) => chat === CUSTOMER,
      ),
    )
    await admin.call('changeTicket', { ticketId: ticket.id, status: 'open' })
    return ticket.id
  }
  const answer = (ticketId: string, text: string) =>
    admin.call('sendMessage', {
      ticketId,
      clientId: crypto.randomUUID(),
      seenAt: new Date().toISOString(),
      content: { type: 'text', text },
    })

  test('sends each message once, without a new QR code, and carries out what waited in the earlier queues', async () => {
    const [moved] = senders.filter(isMoved)
    if (!moved) throw new Error('No connection moves')
    const ticketId = await attended(moved)
    expect(await ops('reshard --yes')).toMatchObject({ exit: 1, said: expect.stringContaining('Tasks hold') })
    const [task] = await recordsOf<SocketTask>('tasks')
    for (const { campaignId } of senders) await admin.call('startCampaign', { campaignId })
    await eventually('some messages arrive', async () => {
      const sent = await Promise.all(
        senders.map(async ({ campaignId }) => (await admin.report(campaignId)).counters.sent),
      )
      return sent.every((count) => count >= 2)
    })

    // The socket service stands still, and the app stays open.
    expect(await ops(`drain ${task?.taskId} --force --yes`)).toMatchObject({ exit: 0 })
    await answer(ticketId, 'Já respondo')
    const queue = commandQueueName(shardOf(moved.connection.id, DEFAULT_SHARDS))
    const waits = await recordsOf<{ queue: string; waiting: number }>('queues')
    expect(waits.find((one) => one.queue === queue)?.waiting).toBeGreaterThan(0)
    const reports = await Promise.all(senders.map(({ campaignId }) => admin.report(campaignId)))
    expect(reports.some(({ counters }) => counters.open > 0)).toBe(true)
    const before = await Promise.all(senders.map(({ connection }) => admin.connection(connection.id)))
    await system.halt()

    system = await startSystem(folder, at, {
      shards: SHARDS,
      async beforeStart() {
        const resharded = async () => JSON.parse((await ops('reshard --yes --json')).written)
        expect(await resharded()).toEqual([{ shards: SHARDS, moved: senders.filter(isMoved).length }])
        expect(await resharded()).toEqual([{ shards: SHARDS, moved: 0 }])
      },
    })
    admin = await ApiClient.signIn(system.origin)
    for (const { campaignId, numbers } of senders) {
      const { counters } = await admin.finished(campaignId, 180_000)
      expect(counters).toMatchObject({ sent: numbers.length, failed: 0, open: 0 })
    }
    for (const { numbers } of senders)
      for (const number of numbers) expect(await campaignTexts(number), number).toHaveLength(1)
    await eventually('the answer arrives', async () =>
      (await admin.messagesOf(CUSTOMER)).some(({ text }) => text?.includes('Já respondo')),
    )
    const answers = (await admin.messagesOf(CUSTOMER)).filter(({ text }) => text?.includes('Já respondo'))
    expect(answers).toHaveLength(1)
    for (const [index, { connection }] of senders.entries()) {
      const now = await admin.connected(connection.id)
      expect(now).toMatchObject({ qrcode: '', linkedAt: before[index]?.linkedAt, number: connection.number })
    }
  })

  test('holds each connection in its new shard, also one that is created afterwards', async () => {
    const { id } = await admin.linkedConnection('5511900000599', 'Depois')
    const held = await recordsOf<HeldConnection>('connections')
    expect(held).toHaveLength(senders.length + 1)
    for (const { connectionId, shard, taskId, status } of held) {
      expect(shard, connectionId).toBe(shardOf(connectionId, SHARDS))
      expect({ taskId, status }).toEqual({ taskId: expect.any(String), status: 'CONNECTED' })
    }
    expect(held.map(({ connectionId }) => connectionId)).toContain(id)
    await system.restart('session')
    for (const { connectionId: whatsappId } of held)
      await eventually('it answers from the next task', async () => {
        const [again] = await recordsOf<SocketTask>('tasks')
        const isNext = again !== undefined && again.taskId !== held[0]?.taskId
        return isNext && (await admin.attempt('testConnection', { whatsappId })).status === 200
      })
  })
})
