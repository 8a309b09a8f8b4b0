import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import { Inbox } from '@recado/fargate-session/inbound/inbox'
import { watchMessageTimers } from '@recado/fargate-session/inbound/message-timers'
import { build } from '@recado/fargate-session/outbound/build'
import { sendMessage } from '@recado/fargate-session/outbound/messages'
import { ReadyParts } from '@recado/fargate-session/outbound/ready-parts'
import { MediaFiles } from '@recado/fargate-session/ports/media-files'
import { getChain, joinChain } from '@recado/shared/campaigns/engine/chain'
import { deliver } from '@recado/shared/campaigns/engine/deliver'
import { ledgerId } from '@recado/shared/campaigns/ledger/recipient'
import { companyKey } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { conversationKey, getConversation } from '@recado/shared/conversations/conversation'
import { writeMessage } from '@recado/shared/conversations/write'
import type { Content } from '@recado/shared/messages/content'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import type { Queues } from '@recado/shared/queues/queues'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { recordTimer } from '@recado/shared/tickets/arrival/message-timer'
import { settlePerson } from '@recado/shared/tickets/arrival/settle-person'
import { type BaileysEventMap, proto, type WASocket } from '@whiskeysockets/baileys'
import { beforeEach, describe, expect, test } from 'vitest'
import { arrives, unwatched } from '../support/arriving.ts'
import { aCompany, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { aLine } from '../support/line.ts'
import { openLine, servicePorts } from '../support/service-ports.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const [ANA, ANA_LID, GROUP, DAY, WEEK] = [
  '5511987651001',
  '900',
  '120363000000000001',
  86_400,
  604_800,
] as const
const shop = aConnection({ companyId: 'A', greetingMessage: 'Olá!' })
const connectionId = shop.id

let memory: MemoryTable
let table: TenantTable
beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  await putConnection(table, shop)
})

let messages = 0
const writes = (of: Partial<InboundMessage>) =>
  arrives(table, {
    kind: 'message',
    companyId: 'A',
    connectionId,
    person: { number: ANA },
    fromMe: false,
    messageId: `M${++messages}`,
    timestamp: NOW / 1000,
    at: NOW + messages,
    content: { type: 'text', text: 'Oi' },
    original: '',
    ...of,
  })
const timerOf = async (chat: string = ANA) => (await getConversation(table, connectionId, chat))?.messageTimer
const isSet = (messageTimer: number, person: { number?: string; lid?: string } = { number: ANA }) =>
  recordTimer(table, unwatched(NOW), {
    kind: 'timer',
    companyId: 'A',
    connectionId,
    person,
    messageTimer,
    timestamp: NOW / 1000,
  })

describe('the timer of a conversation', () => {
  test('is the latest one that a message names', async () => {
    await writes({ messageTimer: DAY })
    await writes({ messageTimer: WEEK, fromMe: true })
    await writes({})
    expect(await timerOf()).toBe(WEEK)
  })

  test('is not kept of a group, whose settings have it', async () => {
    await writes({ messageTimer: DAY, groupId: GROUP })
    expect(await timerOf(`group-${GROUP}`)).toBeUndefined()
  })

  test('ends when the person switches it off', async () => {
    await writes({ messageTimer: DAY })
    await isSet(0)
    expect(await timerOf()).toBe(0)
  })

  test('may be set before the first message', async () => {
    await isSet(DAY)
    expect(await timerOf()).toBe(DAY)
  })

  test('moves to the person’s number with the messages', async () => {
    const lid = { person: { lid: ANA_LID } }
    await writes({ ...lid, messageTimer: DAY })
    await settlePerson(table, unwatched(NOW), connectionId, { number: ANA, lid: ANA_LID })
    expect(await timerOf()).toBe(DAY)
  })

  test('of a later conversation stays when an earlier one joins it', async () => {
    await writes({ person: { lid: ANA_LID }, messageTimer: DAY })
    await writes({ messageTimer: WEEK })
    await settlePerson(table, unwatched(NOW), connectionId, { number: ANA, lid: ANA_LID })
    expect(await timerOf()).toBe(WEEK)
  })
})

describe('a message to a person', () => {
  const content: Content = { type: 'text', text: 'Bom dia' }
  const queues = { command: async () => undefined } as Partial<Queues> as Queues
  const written = () => writeMessage(table, { queues, now: () => NOW }, { connectionId, chat: ANA, content })

  test('has the timer of its conversation, and none if there is none', async () => {
    expect(await written()).not.toHaveProperty('messageTimer')
    await isSet(WEEK)
    const message = await written()
    expect(message.messageTimer).toBe(WEEK)
    const left: proto.IMessage[] = []
    const line = openLine(() => undefined, {
      build: (jid, words, options) => build({} as WASocket, jid, words, options),
      write: async (_, sendable) => void left.push(sendable.message),
    })
    const { messageId } = message
    const command = { kind: 'message' as const, companyId: 'A', connectionId, chat: ANA, messageId }
    await sendMessage(
      servicePorts(memory, () => NOW),
      table,
      line,
      command,
    )
    const timers = left.map(({ extendedTextMessage }) => extendedTextMessage?.contextInfo?.expiration ?? null)
    expect(timers).toEqual([null, WEEK])
  })

  test.each([
    ['just named', { messageTimer: DAY }],
    ['named before', {}],
  ])('by the system has the timer that the customer’s message has %s', async (_, of) => {
    await table.put({ ...conversationKey(connectionId, ANA), connectionId, chat: ANA, messageTimer: DAY })
    const received = await writes(of)
    expect(received?.answers).toMatchObject([{ auto: 'greeting', messageTimer: DAY }])
  })
})

test('a campaign’s message to a person has the timer of their conversation', async () => {
  await isSet(WEEK)
  const numbers = [ANA, '5511987651002']
  const campaignId = await aLedger(table, connectionId, numbers, { message1: 'Oi' })
  const { ports } = enginePorts(memory, () => NOW)
  await table.put({ ...companyKey, ...aCompany({ id: 'A' }) })
  await joinChain(ports, 'A', connectionId, campaignId)
  const epoch = (await getChain(table, connectionId))?.epoch ?? 0
  const of = { campaignId, ledger: ledgerId(campaignId, 1), attempt: 1 }
  const timers: unknown[] = []
  const line = aLine(connectionId, {
    ready: async ({ messageTimer }, content, messageId) => {
      timers.push(messageTimer)
      return { content, messageId }
    },
  })
  for (const place of numbers.keys()) {
    const command = {
      kind: 'send' as const,
      companyId: 'A',
      connectionId,
      epoch,
      notBefore: NOW,
      intervalMs: 0,
    }
    const delivery = { ...ports, waitUntil: async () => undefined, newClaim: () => 'a claim' }
    await deliver(delivery, line, { ...command, recipients: [{ ...of, place }] }, NOW)
  }
  expect(timers).toEqual([WEEK, undefined])
})

describe('a campaign’s message to a group with a timer', () => {
  class OneFile extends MediaFiles {
    override read = async () => Readable.from([Buffer.from('a picture')])
  }
  const files = new OneFile('none')
  const imageMessage = { caption: '', url: 'https://mmg.whatsapp.net/a' }
  const line = openLine(() => undefined, {
    build: async (jid, content, options) =>
      'image' in content
        ? { messageId: '', message: { imageMessage }, attributes: {} }
        : build({} as WASocket, jid, content, options),
  })
  const ready = async (parts: ReadyParts, content: Content, messageTimer?: number) => {
    const { original = '' } = await parts.ready(line, `${GROUP}@g.us`, content, {
      messageId: 'M',
      messageTimer,
    })
    return proto.Message.decode(Buffer.from(original, 'base64'))
  }
  const picture: Content = {
    type: 'image',
    caption: '',
    media: { state: 'READY', mimetype: 'image/png', bytes: 1, key: 'A/media/1' },
  }

  test('disappears, if it is a text', async () => {
    const text = await ready(new ReadyParts(files), { type: 'text', text: 'Oferta' }, DAY)
    expect(text.extendedTextMessage).toMatchObject({ text: 'Oferta', contextInfo: { expiration: DAY } })
  })

  test('disappears, if it is a file, which stays in a group without a timer', async () => {
    const parts = new ReadyParts(files)
    const shown = async (messageTimer?: number) => (await ready(parts, picture, messageTimer)).imageMessage
    expect(await shown(DAY)).toMatchObject({ contextInfo: { expiration: DAY } })
    expect((await shown())?.contextInfo ?? null).toBeNull()
  })
})

test('a change of the timer is reported once, under the person’s number, and of a group or nothing never', async () => {
  const ev = new EventEmitter()
  const handed: unknown[] = []
  const queues = { inOrder: async (_: string, body: unknown) => void handed.push(body) }
  const work: Promise<unknown>[] = []
  const lidMapping = { getPNForLID: async () => `${ANA}:0@s.whatsapp.net` }
  watchMessageTimers({ ev, signalRepository: { lidMapping } } as unknown as WASocket, {
    inbox: new Inbox(queues as Partial<Queues> as Queues),
    of: { companyId: 'A', connectionId },
    guard: (each) => work.push(each),
  })
  const changes: BaileysEventMap['chats.update'] = [
    { id: `${ANA_LID}@lid`, ephemeralExpiration: DAY, ephemeralSettingTimestamp: 10 },
    { id: `${ANA}@s.whatsapp.net`, ephemeralExpiration: null, ephemeralSettingTimestamp: 20 },
    { id: `${GROUP}@g.us`, ephemeralExpiration: DAY },
    { id: `${ANA}@s.whatsapp.net`, unreadCount: 1 },
  ]
  ev.emit('chats.update', changes)
  await Promise.all(work)
  const of = { kind: 'timer', companyId: 'A', connectionId }
  expect(handed).toEqual([
    { ...of, person: { number: ANA, lid: ANA_LID }, messageTimer: DAY, timestamp: 10 },
    { ...of, person: { number: ANA }, messageTimer: 0, timestamp: 20 },
  ])
})
