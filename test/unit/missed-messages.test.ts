import { EventEmitter } from 'node:events'
import { Inbox } from '@recado/fargate-session/inbound/inbox'
import { missedMessages, withAnswers } from '@recado/fargate-session/inbound/missed-messages'
import { Receiver } from '@recado/fargate-session/inbound/receiver'
import { missedSince } from '@recado/fargate-session/session/linked-number'
import { changeHealth } from '@recado/shared/connections/health-store'
import type { InboundEvent } from '@recado/shared/messages/inbound'
import { putSentMessage } from '@recado/shared/messages/sent-messages'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { proto, type WAMessage, WAMessageStubType, type WASocket } from '@whiskeysockets/baileys'
import { describe, expect, test } from 'vitest'
import { servicePorts } from '../support/service-ports.ts'

const OF = { companyId: 'A', connectionId: 'LOJA' }
const [ANA, LID] = ['5511987651001', '777000111222'] as const
const CHAT = `${ANA}@s.whatsapp.net`
const NOW = Date.parse('2026-11-21T12:00:00Z')
/** When the account was last in touch. */
const SINCE = NOW - 3 * 3_600_000
const HOUR_S = 3600
/** Seconds since 1970. */
const at = (hoursAgo: number) => NOW / 1000 - hoursAgo * HOUR_S

const message = (id: string, timestamp: number, of: Partial<proto.IWebMessageInfo> = {}): WAMessage => {
  const { key, ...more } = of
  return proto.WebMessageInfo.fromObject({
    key: { remoteJid: CHAT, id, fromMe: false, ...key },
    message: { conversation: id },
    messageTimestamp: timestamp,
    ...more,
  }) as WAMessage
}
const own = (id: string, timestamp: number) => message(id, timestamp, { key: { fromMe: true } })
/** As the history has them: the latest first. */
const missed = (messages: WAMessage[], since = SINCE, chats: { id: string; pnJid?: string }[] = []) =>
  missedMessages({ chats, messages: messages.toReversed() }, OF, since, NOW)
const idsOf = (chats: ReturnType<typeof missed>) =>
  chats.map((chat) => chat.map(({ event }) => event.messageId))

describe('the time that messages may be missing from', () => {
  const [linkedAt, lastTrafficAt] = ['2026-11-01T00:00:00Z', NOW]
  test.each<[string, string | null, string, number]>([
    ['a first linking: none', null, ANA, 0],
    ['another number: none', '5511987651002', ANA, 0],
    ['the same number: the last traffic', ANA, ANA, NOW],
    ['the same number in another spelling: the last traffic', '551187651001', ANA, NOW],
  ])('of %s', (_, knownNumber, number, since) => {
    expect(missedSince({ knownNumber, linkedAt }, { lastTrafficAt }, number)).toBe(since)
  })

  test('is the linking of an account without any traffic, or whose traffic was another account’s', () => {
    const known = { knownNumber: ANA, linkedAt }
    expect(missedSince(known, {}, ANA)).toBe(Date.parse(linkedAt))
    expect(missedSince(known, { lastTrafficAt: 1 }, ANA)).toBe(Date.parse(linkedAt))
  })
})

describe('the missed messages of a history', () => {
  test('are those after the account was last in touch, oldest first', () => {
    const chats = missed([message('M1', at(4)), message('M2', at(2)), message('M3', at(1))])
    expect(idsOf(chats)).toEqual([['M2', 'M3']])
    expect(chats[0]?.[0]?.event).toMatchObject({ ...OF, person: { number: ANA }, at: at(2) * 1000 })
  })

  test('are left out for an account that was not linked before', () => {
    expect(missed([message('M1', at(1))], 0)).toEqual([])
  })

  test('are at most a week old, and the latest fifty of a chat', () => {
    const week = [message('M1', at(7 * 24 + 1)), message('M2', at(7 * 24 - 1))]
    expect(idsOf(missed(week, 1))).toEqual([['M2']])
    const many = Array.from({ length: 60 }, (_, index) => message(`M${index}`, at(1) + index))
    expect(idsOf(missed(many))[0]).toEqual(Array.from({ length: 50 }, (_, index) => `M${index + 10}`))
  })

  test('keep their order within a second', () => {
    const [chat] = missed(['M1', 'M2', 'M3'].map((id) => message(id, at(1))))
    const moments = chat?.map(({ event }) => [event.messageId, event.at - at(1) * 1000])
    expect(moments).toEqual([
      ['M1', 0],
      ['M2', 1],
      ['M3', 2],
    ])
  })

  test('are personal ones: no groups, statuses or channels', () => {
    const others = ['120363000000000001@g.us', 'status@broadcast', '120363000000000002@newsletter']
    const messages = others.map((remoteJid, index) => message(`M${index}`, at(1), { key: { remoteJid } }))
    expect(missed(messages)).toEqual([])
  })

  test('have words or a file: no missed calls, deleted messages and changes', () => {
    const stub = (messageStubType: proto.WebMessageInfo.StubType) => ({ message: null, messageStubType })
    const key = { remoteJid: CHAT, id: 'M0' }
    const deletion = { protocolMessage: { type: proto.Message.ProtocolMessage.Type.REVOKE, key } }
    const messages = [
      message('M1', at(1), stub(WAMessageStubType.CALL_MISSED_VOICE)),
      message('M2', at(1), stub(WAMessageStubType.REVOKE)),
      message('M3', at(1), { message: { reactionMessage: { key, text: '👍' } } }),
      message('M4', at(1), { message: deletion }),
      message('M5', at(1), { message: { imageMessage: { mimetype: 'image/jpeg' } } }),
    ]
    expect(idsOf(missed(messages))).toEqual([['M5']])
  })

  test('are one chat with their person’s number and LID, if the history names both', () => {
    const messages = [message('M1', at(2), { key: { remoteJid: `${LID}@lid` } }), message('M2', at(1))]
    const chats = missed(messages, SINCE, [{ id: `${LID}@lid`, pnJid: CHAT }])
    expect(idsOf(chats)).toEqual([['M1', 'M2']])
    expect(chats[0]?.[0]?.event.person).toEqual({ number: ANA, lid: LID })
  })
})

test('a message that was sent from here is not received again from the history, and answers nothing', async () => {
  const memory = new MemoryTable()
  const table = new TenantTable(memory, 'A')
  await changeHealth(table, 'LOJA', { missedSince: SINCE })
  const content = { type: 'text' as const, text: 'Promoção' }
  const sent = { messageId: 'A1', chat: ANA, jid: CHAT, at: new Date(NOW).toISOString() }
  await putSentMessage(table, 'LOJA', { ...sent, content }, NOW)
  const handed: InboundEvent[] = []
  const never = () => Promise.reject(new Error('Not this one'))
  const inOrder = async (_: unknown, event: object) => void handed.push(event as InboundEvent)
  const ports = servicePorts(memory, () => NOW)
  const receiver = new Receiver(ports, new Inbox({ send: never, command: never, inOrder }), table, 'LOJA')
  const socket = { ev: new EventEmitter(), ws: new EventEmitter(), signalRepository: { lidMapping: {} } }
  const works: Promise<unknown>[] = []
  receiver.watch(socket as unknown as WASocket, (work) => works.push(work))
  const messages = [own('A1', at(1)), message('M1', at(2))]
  socket.ev.emit('messaging-history.set', { chats: [], messages })
  await Promise.all(works)
  expect(handed.filter(({ kind }) => kind === 'message')).toMatchObject([
    { messageId: 'M1', missed: 'unanswered', person: { number: ANA } },
  ])
})

describe('a missed message', () => {
  const answers = (messages: WAMessage[]) =>
    withAnswers(missed(messages)[0] ?? []).map(({ event }) => event.missed)

  test('is answered by the company’s later message from the phone', () => {
    const messages = [message('M1', at(2)), own('A1', at(1)), message('M2', at(0))]
    expect(answers(messages)).toEqual(['answered', 'answered', 'unanswered'])
  })

  test('is not answered by a text that the phone’s app wrote by itself', () => {
    expect(answers([message('M1', at(1)), own('A1', at(1) + 2)])).toEqual(['unanswered', 'unanswered'])
  })

  test('waits in the queue behind its history, and not before messages of the moment', async () => {
    const groups: string[] = []
    const never = () => Promise.reject(new Error('Not this one'))
    const inOrder = async (_: unknown, __: unknown, { group }: { group: string }) => void groups.push(group)
    const inbox = new Inbox({ send: never, command: never, inOrder })
    await inbox.hand({ kind: 'history', ...OF, chats: [] })
    const [chat] = missed([message('M1', at(1))])
    const event = chat?.[0]?.event
    if (!event) throw new Error('The history has a message')
    await inbox.hand(event)
    const { missed: _, ...live } = event
    await inbox.hand(live)
    expect([groups[1] === groups[0], groups[2] === groups[0]]).toEqual([true, false])
  })
})
