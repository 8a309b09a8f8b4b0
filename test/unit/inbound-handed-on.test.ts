import { EventEmitter } from 'node:events'
import { Inbox } from '@recado/fargate-session/inbound/inbox'
import { OpenedMessages, openedBefore } from '@recado/fargate-session/inbound/opened'
import type { InboundEvent } from '@recado/shared/messages/inbound'
import type { Queues } from '@recado/shared/queues/queues'
import {
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  proto,
  type SocketConfig,
  type WAMessage,
  type WASocket,
  writeRandomPadMax16,
} from '@whiskeysockets/baileys'
import { afterEach, describe, expect, test } from 'vitest'

const original = DEFAULT_CONNECTION_CONFIG.makeSignalRepository
afterEach(() => {
  DEFAULT_CONNECTION_CONFIG.makeSignalRepository = original
})

const ME = { id: '5511900000001:7@s.whatsapp.net', lid: '100:7@lid' }
const SEALED = Buffer.from('sealed')

/** The library's encryption, which decrypts everything to this message, over a socket that receives stanzas. */
function opening(
  message: proto.IMessage | Error,
  opened: (message: WAMessage) => Promise<void>,
  { newer = Buffer.alloc(0), isStored = async (_: WAMessage['key']) => true, before = openedBefore() } = {},
) {
  const decrypt = async () => {
    if (message instanceof Error) throw message
    return writeRandomPadMax16(Buffer.concat([proto.Message.encode(message).finish(), newer]))
  }
  const fake = { decryptMessage: decrypt, decryptGroupMessage: decrypt }
  DEFAULT_CONNECTION_CONFIG.makeSignalRepository = (() => fake) as unknown as typeof original
  const messages = new OpenedMessages(() => ME, Date.now, opened, undefined, isStored, before)
  const [auth, logger] = [{ keys: {} }, {}] as unknown as Parameters<SocketConfig['makeSignalRepository']>
  const ws = new EventEmitter()
  const received: BinaryNode[] = []
  ws.on('CB:message', (node: BinaryNode) => received.push(node))
  messages.watch({ ws } as unknown as Pick<WASocket, 'ws'>)
  const arrive = (node: BinaryNode) => ws.emit('CB:message', node)
  return { arrive, received, repository: messages.makeSignalRepository(auth, logger) }
}

const stanza = (attrs: Record<string, string>): BinaryNode => ({
  tag: 'message',
  attrs: { id: 'M1', t: '1790000000', type: 'text', ...attrs },
  content: [{ tag: 'enc', attrs: { type: 'msg', v: '2' }, content: SEALED }],
})
const FROM_ANA = { from: '5511955551234@s.whatsapp.net', notify: 'Ana' }
const open = (repository: ReturnType<typeof opening>['repository']) =>
  repository.decryptMessage({ jid: FROM_ANA.from, type: 'msg', ciphertext: SEALED })

describe('a decrypted message', () => {
  test('is queued before the library continues with it', async () => {
    const safe = Promise.withResolvers<void>()
    const seen: WAMessage[] = []
    const { arrive, repository } = opening({ conversation: 'Olá' }, (message) => {
      seen.push(message)
      return safe.promise
    })
    arrive(stanza(FROM_ANA))
    let isOpened = false
    const opened = open(repository).then(() => {
      isOpened = true
    })
    await expect.poll(() => seen.length).toBe(1)
    expect(isOpened).toBe(false)
    safe.resolve()
    await opened
    expect(seen[0]).toMatchObject({
      key: { remoteJid: FROM_ANA.from, fromMe: false, id: 'M1' },
      pushName: 'Ana',
      message: { conversation: 'Olá' },
    })
  })

  test('counts as not decrypted if it cannot be queued, so the library asks for it again', async () => {
    const { arrive, repository } = opening({ conversation: 'Olá' }, async () => {
      throw new Error('The queue is away')
    })
    arrive(stanza(FROM_ANA))
    await expect(open(repository)).rejects.toThrow('The queue is away')
  })

  test('from the own phone keeps its content and its recipient', async () => {
    const seen: WAMessage[] = []
    const sent = {
      deviceSentMessage: { destinationJid: FROM_ANA.from, message: { conversation: 'Oi, Ana' } },
    }
    const { arrive, repository } = opening(sent, async (message) => {
      seen.push(message)
    })
    arrive(stanza({ from: '5511900000001@s.whatsapp.net', recipient: FROM_ANA.from }))
    await open(repository)
    expect(seen[0]).toMatchObject({
      key: { remoteJid: FROM_ANA.from, fromMe: true },
      message: { conversation: 'Oi, Ana' },
    })
  })

  test.each([
    ['100@lid', true],
    ['5511900000001@s.whatsapp.net', true],
    ['200@lid', false],
  ])('through a broadcast list of %s is the account’s own: %s', async (participant, fromMe) => {
    const seen: WAMessage[] = []
    const { arrive, repository } = opening({ conversation: 'Promoção' }, async (message) => {
      seen.push(message)
    })
    arrive(
      stanza({ from: '1700000000@broadcast', participant, participant_pn: '5511900000001@s.whatsapp.net' }),
    )
    await open(repository)
    expect(seen).toMatchObject([{ key: { participant, fromMe } }])
  })

  test('between the account’s own devices is not queued', async () => {
    const seen: WAMessage[] = []
    const { arrive, repository } = opening({ protocolMessage: {} }, async (message) => {
      seen.push(message)
    })
    arrive(stanza({ ...FROM_ANA, category: 'peer' }))
    await open(repository)
    expect(seen).toEqual([])
  })
})

const unread = (isViewOnce: boolean) => ({ key: { id: 'M1', isViewOnce }, messageStubType: 2 })
const withoutContent = (type?: string): BinaryNode => ({
  ...stanza(FROM_ANA),
  content: [{ tag: 'unavailable', attrs: { ...(type && { type }) } }],
})

describe('an unreadable message', () => {
  const seenIn = () => {
    const seen: WAMessage[] = []
    return { seen, opened: async (message: WAMessage) => void seen.push(message) }
  }

  test('is queued without its content before the library acknowledges it', async () => {
    for (const [type, isViewOnce] of [
      [undefined, false],
      ['view_once', true],
      ['view_once_unavailable_fanout', true],
      ['hosted_unavailable_fanout', false],
    ] as const) {
      const { seen, opened } = seenIn()
      const { arrive, received } = opening({}, opened)
      arrive(withoutContent(type))
      expect(received).toEqual([])
      await expect.poll(() => received.length).toBe(1)
      expect(seen).toMatchObject([unread(isViewOnce)])
    }
  })

  test('is not acknowledged if it cannot be queued', async () => {
    const tried = Promise.withResolvers<void>()
    const { arrive, received } = opening({}, async () => {
      tried.resolve()
      throw new Error('The queue is away')
    })
    arrive(withoutContent())
    await tried.promise
    expect(received).toEqual([])
  })

  test('with lost keys is also queued, and the library asks for it again', async () => {
    const { seen, opened } = seenIn()
    const { arrive, repository } = opening(new Error('Bad MAC'), opened)
    arrive(stanza(FROM_ANA))
    await expect(open(repository)).rejects.toThrow('Bad MAC')
    expect(seen).toMatchObject([unread(false)])
  })

  test('that was decrypted before is queued unless it is stored, and the library asks for it again', async () => {
    for (const text of ['Key used already or never filled', 'Received message with old counter: 3, 2']) {
      const { seen, opened } = seenIn()
      const asked: WAMessage['key'][] = []
      const isStored = async (key: WAMessage['key']) => {
        asked.push(key)
        return asked.length > 1
      }
      const { arrive, repository } = opening(new Error(text), opened, { isStored })
      arrive(stanza(FROM_ANA))
      // The library gives up a message whose keys are used.
      await expect(open(repository)).rejects.toThrow('decrypted before, and not handed on')
      expect(seen).toMatchObject([unread(false)])
      arrive(stanza(FROM_ANA))
      await expect(open(repository)).rejects.toThrow(text)
      expect(seen).toHaveLength(1)
      expect(asked).toMatchObject([
        { id: 'M1', fromMe: false },
        { id: 'M1', fromMe: false },
      ])
    }
  })

  test('of a silent kind is not queued', async () => {
    const { seen, opened } = seenIn()
    const enc = { tag: 'enc', attrs: { 'decrypt-fail': 'hide' }, content: SEALED }
    const hidden: BinaryNode = { ...stanza(FROM_ANA), content: [enc] }
    for (const [error, node] of [
      ['Bad MAC', hidden],
      ['Bad MAC', stanza({ ...FROM_ANA, edit: '1' })],
      ['Bad MAC', stanza({ ...FROM_ANA, category: 'peer' })],
      ['Key used already or never filled', stanza(FROM_ANA)],
      ['Received message with old counter: 3, 2', stanza(FROM_ANA)],
    ] as const) {
      const { arrive, repository } = opening(new Error(error), opened)
      arrive(node)
      await expect(open(repository)).rejects.toThrow(error)
    }
    const { arrive, received } = opening({}, opened)
    for (const from of ['status@broadcast', '120363000@newsletter'])
      arrive({ ...withoutContent(), attrs: { id: 'M1', from, participant: FROM_ANA.from } })
    expect(received).toHaveLength(2)
    expect(seen).toEqual([])
  })

  test('that another socket has handed on is not queued as a replay, although nothing is stored', async () => {
    const { seen, opened } = seenIn()
    const options = { before: openedBefore(), isStored: async () => false }
    const silent = opening({ protocolMessage: { ephemeralExpiration: 86_400 } }, opened, options)
    silent.arrive(stanza(FROM_ANA))
    await open(silent.repository)
    const text = 'Key used already or never filled'
    const replayed = opening(new Error(text), opened, options)
    replayed.arrive(stanza({ ...FROM_ANA, offline: '1' }))
    await expect(open(replayed.repository)).rejects.toThrow(text)
    expect(seen).toMatchObject([{ message: { protocolMessage: {} } }])
  })

  test('whose hand-over failed is queued as a replay', async () => {
    const { seen, opened } = seenIn()
    const options = { before: openedBefore(), isStored: async () => false }
    const fails = () => Promise.reject(new Error('The queue is away'))
    const failed = opening({ conversation: 'Olá' }, fails, options)
    failed.arrive(stanza(FROM_ANA))
    await expect(open(failed.repository)).rejects.toThrow('The queue is away')
    const replayed = opening(new Error('Key used already or never filled'), opened, options)
    replayed.arrive(stanza({ ...FROM_ANA, offline: '1' }))
    await expect(open(replayed.repository)).rejects.toThrow('decrypted before, and not handed on')
    expect(seen).toMatchObject([unread(false)])
  })

  test('of a kind newer than the library is queued, and the additions beside it are not', async () => {
    const field = (number: number, length: number) =>
      Buffer.from([(((number << 3) | 2) & 0x7f) | 0x80, number >> 4, length, ...Buffer.alloc(length)])
    const { seen, opened } = seenIn()
    const newer = opening({ messageContextInfo: {} }, opened, { newer: field(1000, 3) })
    newer.arrive(stanza(FROM_ANA))
    await open(newer.repository)
    expect(seen).toMatchObject([unread(false)])
    const beside = opening({ conversation: 'Oi' }, opened, { newer: field(1000, 3) })
    beside.arrive(stanza(FROM_ANA))
    await open(beside.repository)
    expect(seen[1]).toMatchObject({ message: { conversation: 'Oi' } })
  })

  test('comes from the phone later and keeps its known sender', async () => {
    const { seen, opened } = seenIn()
    const resent = proto.WebMessageInfo.encode({
      key: { id: 'M1', remoteJid: FROM_ANA.from, fromMe: false },
      message: { conversation: 'Olá' },
      messageTimestamp: 1_790_000_000,
    }).finish()
    const answer = { placeholderMessageResendResponse: { webMessageInfoBytes: resent } }
    const { Type } = proto.Message.ProtocolMessage
    const { arrive, repository } = opening(
      {
        protocolMessage: {
          type: Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
          peerDataOperationRequestResponseMessage: { peerDataOperationResult: [answer, {}] },
        },
      },
      opened,
    )
    arrive({ ...withoutContent(), attrs: { ...withoutContent().attrs, sender_lid: '777@lid' } })
    await expect.poll(() => seen.length).toBe(1)
    arrive(stanza({ from: '5511900000001@s.whatsapp.net', category: 'peer', id: 'P1' }))
    await open(repository)
    expect(seen[1]).toMatchObject({
      key: { id: 'M1', remoteJid: FROM_ANA.from, remoteJidAlt: '777@lid', fromMe: false },
      message: { conversation: 'Olá' },
    })
    // Only the own device is accepted as the own phone.
    arrive(stanza({ ...FROM_ANA, category: 'peer', id: 'P2' }))
    await open(repository)
    expect(seen).toHaveLength(2)
  })
})

describe('the inbox', () => {
  const event = (messageId: string, number = '5511955551234'): InboundEvent => ({
    kind: 'message',
    companyId: 'A',
    connectionId: 'LOJA',
    person: { number },
    fromMe: false,
    messageId,
    timestamp: 1_790_000_000,
    at: 1_790_000_000_000,
    original: '',
    content: { type: 'text', text: 'Olá' },
  })

  function inboxOver(inOrder: Queues['inOrder']): Inbox {
    const never = () => Promise.reject(new Error('Not this one'))
    return new Inbox({ send: never, command: never, inOrder })
  }

  test('resolves when the queue has the message, also after failures', async () => {
    let attempts = 0
    await inboxOver(async () => {
      attempts++
      if (attempts < 3) throw new Error('Service Unavailable')
    }).hand(event('M1'))
    expect(attempts).toBe(3)
  })

  test.each(['я', '文', '😀'])(
    'leaves out the original of a text that is too long for its row: %s',
    async (sign) => {
      const handed: InboundEvent[] = []
      const inbox = inboxOver(async (_, message) => {
        handed.push(message as InboundEvent)
      })
      const text = sign.repeat(65_536 / sign.length)
      const original = Buffer.from(text.repeat(2)).toString('base64')
      const long = { ...event('M1'), original, content: { type: 'text', text } } as InboundEvent
      const short = { ...event('M2'), original: 'eA==' } as InboundEvent
      for (const each of [long, short]) await inbox.hand(each)
      expect(handed).toEqual([{ ...long, original: '' }, short])
      // DynamoDB's limit of a row ("Quotas in Amazon DynamoDB").
      for (const each of handed) expect(Buffer.byteLength(JSON.stringify(each))).toBeLessThan(400 * 1024)
    },
  )

  test('keeps one conversation in order and separates conversations, without a number in the group or the id', async () => {
    const sent: { group: string; id: string }[] = []
    const inbox = inboxOver(async (_, __, of) => {
      sent.push(of)
    })
    for (const each of [event('M1'), event('M2'), event('M1'), event('M1', '5511955559999')])
      await inbox.hand(each)
    const [first, second, again, other] = sent
    expect(first?.group).toBe(second?.group)
    expect(first?.group).not.toBe(other?.group)
    expect(first?.id).toBe(again?.id)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(3)
    // A message that is readable at last is not a duplicate of its placeholder.
    const content = { type: 'notice' as const, about: 'unreadable' as const, text: '', items: [] }
    await inbox.hand({ ...event('M1'), content } as InboundEvent)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(4)
    for (const { group, id } of sent) expect(`${group} ${id}`).not.toContain('55119555')
  })
})
