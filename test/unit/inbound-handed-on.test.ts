import { Inbox } from '@recado/fargate-session/inbound/inbox'
import { OpenedMessages } from '@recado/fargate-session/inbound/opened'
import type { InboundEvent } from '@recado/shared/conversations/inbound'
import type { Queues } from '@recado/shared/queues/queues'
import {
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  proto,
  type SocketConfig,
  type WAMessage,
  writeRandomPadMax16,
} from '@whiskeysockets/baileys'
import { afterEach, describe, expect, test } from 'vitest'

const original = DEFAULT_CONNECTION_CONFIG.makeSignalRepository
afterEach(() => {
  DEFAULT_CONNECTION_CONFIG.makeSignalRepository = original
})

const ME = { id: '5511900000001:7@s.whatsapp.net', lid: '100:7@lid' }
const SEALED = Buffer.from('sealed')

/** The library's encryption, which opens everything as this message. */
function opening(message: proto.IMessage, opened: (message: WAMessage) => Promise<void>) {
  const plain = writeRandomPadMax16(proto.Message.encode(message).finish())
  const fake = { decryptMessage: async () => plain, decryptGroupMessage: async () => plain }
  DEFAULT_CONNECTION_CONFIG.makeSignalRepository = (() => fake) as unknown as typeof original
  const messages = new OpenedMessages(() => ME, Date.now, opened)
  const [auth, logger] = [{}, {}] as unknown as Parameters<SocketConfig['makeSignalRepository']>
  const repository = messages.makeSignalRepository(auth, logger)
  return { messages, repository }
}

const stanza = (attrs: Record<string, string>): BinaryNode => ({
  tag: 'message',
  attrs: { id: 'M1', t: '1790000000', type: 'text', ...attrs },
  content: [{ tag: 'enc', attrs: { type: 'msg', v: '2' }, content: SEALED }],
})
const FROM_ANA = { from: '5511955551234@s.whatsapp.net', notify: 'Ana' }
const open = (repository: ReturnType<typeof opening>['repository']) =>
  repository.decryptMessage({ jid: FROM_ANA.from, type: 'msg', ciphertext: SEALED })

describe('a message that is opened', () => {
  test('is handed on before the library goes on with it', async () => {
    const safe = Promise.withResolvers<void>()
    const seen: WAMessage[] = []
    const { messages, repository } = opening({ conversation: 'Olá' }, (message) => {
      seen.push(message)
      return safe.promise
    })
    messages.noteStanza(stanza(FROM_ANA))
    let isOpened = false
    const opened = open(repository).then(() => {
      isOpened = true
    })
    await expect.poll(() => seen.length).toBe(1)
    expect(isOpened).toBe(false)
    safe.resolve()
    await opened
    expect(seen[0]).toMatchObject({
      ...{ key: { remoteJid: FROM_ANA.from, fromMe: false, id: 'M1' }, pushName: 'Ana' },
      message: { conversation: 'Olá' },
    })
  })

  test('counts as not opened where it could not be handed on: it will be asked for again', async () => {
    const { messages, repository } = opening({ conversation: 'Olá' }, async () => {
      throw new Error('The queue is away')
    })
    messages.noteStanza(stanza(FROM_ANA))
    await expect(open(repository)).rejects.toThrow('The queue is away')
  })

  test('that the own phone wrote is the message it wrote, to whom it wrote', async () => {
    const seen: WAMessage[] = []
    const sent = {
      deviceSentMessage: { destinationJid: FROM_ANA.from, message: { conversation: 'Oi, Ana' } },
    }
    const { messages, repository } = opening(sent, async (message) => {
      seen.push(message)
    })
    messages.noteStanza(stanza({ from: '5511900000001@s.whatsapp.net', recipient: FROM_ANA.from }))
    await open(repository)
    expect(seen[0]).toMatchObject({
      ...{ key: { remoteJid: FROM_ANA.from, fromMe: true }, message: { conversation: 'Oi, Ana' } },
    })
  })

  test('between the account’s own programs is nobody’s business', async () => {
    const seen: WAMessage[] = []
    const { messages, repository } = opening({ protocolMessage: {} }, async (message) => {
      seen.push(message)
    })
    messages.noteStanza(stanza({ ...FROM_ANA, category: 'peer' }))
    await open(repository)
    expect(seen).toEqual([])
  })
})

describe('the inbox', () => {
  const event = (messageId: string, number = '5511955551234'): InboundEvent => ({
    ...{
      kind: 'message',
      companyId: 'A',
      connectionId: 'LOJA',
      person: { number },
      fromMe: false,
      messageId,
    },
    ...{ timestamp: 1_790_000_000, at: 1_790_000_000_000, original: '' },
    content: { type: 'text', text: 'Olá' },
  })

  function inboxOver(inOrder: Queues['inOrder']): Inbox {
    const never = () => Promise.reject(new Error('Not this one'))
    return new Inbox({ send: never, command: never, inOrder })
  }

  test('has a message when the queue has it, after failures too', async () => {
    let attempts = 0
    await inboxOver(async () => {
      attempts++
      if (attempts < 3) throw new Error('Service Unavailable')
    }).hand(event('M1'))
    expect(attempts).toBe(3)
  })

  test('keeps the messages of one conversation in order and tells them apart, without a number in either name', async () => {
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
    for (const { group, id } of sent) expect(`${group} ${id}`).not.toContain('55119555')
  })
})
