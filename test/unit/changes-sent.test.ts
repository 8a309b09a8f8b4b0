import { build } from '@recado/fargate-session/outbound/build'
import { sendMessage } from '@recado/fargate-session/outbound/messages'
import type { BuildOptions, OpenLine } from '@recado/fargate-session/outbound/open-line'
import type { Route } from '@recado/shared/campaigns/engine/line'
import { getMessage, messageWrites, type StoredMessage } from '@recado/shared/conversations/message'
import { outgoing, outgoingWrites, type Written } from '@recado/shared/conversations/write'
import { chatOfGroup } from '@recado/shared/messages/chat'
import type { Amendment, Content } from '@recado/shared/messages/content'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { proto, type WASocket } from '@whiskeysockets/baileys'
import { beforeEach, describe, expect, test } from 'vitest'
import { openLine, servicePorts } from '../support/service-ports.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const AT = new Date(NOW).toISOString()
const [SHOP, ANA, BETO_LID, TARGET] = ['LOJA', '5511987651001', '900', 'M1'] as const
const GROUP = chatOfGroup('120363000000000001')
const { Type } = proto.Message.ProtocolMessage

let table: TenantTable
let ports: ReturnType<typeof servicePorts>
let built: Pick<BuildOptions, 'messageTimer'>[]
let left: proto.IMessage[]
beforeEach(() => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  ports = servicePorts(memory, () => NOW)
  built = []
  left = []
})

/** A linked device of the account. */
const socket = { user: { id: '5511900000001:7@s.whatsapp.net' } } as Partial<WASocket> as WASocket

/** A line that builds messages as an account's does. @param found adds to each route */
const line = (found: Partial<Route> = {}): OpenLine =>
  openLine(() => undefined, {
    routeTo: async (jid) => ({ jid, ...found }),
    build: (jid, content, options) => {
      built.push(options)
      return build(socket, jid, content, options)
    },
    write: async (_, { message }) => void left.push(message),
  })

async function sends(written: Partial<Written> & { content: Content }, over = line()) {
  const message = outgoing({ connectionId: SHOP, chat: ANA, ...written }, undefined, NOW + 1)
  await table.transact(outgoingWrites(message))
  const { chat, messageId } = message
  await sendMessage(ports, table, over, {
    kind: 'message',
    companyId: 'A',
    connectionId: SHOP,
    chat,
    messageId,
  })
  return getMessage(table, message)
}

/** A message that stands at WhatsApp. */
const stands = (of: Partial<StoredMessage>) =>
  table.transact(
    messageWrites({
      connectionId: SHOP,
      chat: ANA,
      messageId: TARGET,
      at: AT,
      fromMe: true,
      content: { type: 'text', text: 'Oi' },
      ...of,
    }),
  )

const reaction: Amendment = { type: 'reaction', target: TARGET, emoji: '👍' }
const edit: Amendment = { type: 'edit', target: TARGET, text: 'R$ 12' }
const deletion: Amendment = { type: 'delete', target: TARGET }
const keyIn = ({ reactionMessage, protocolMessage }: proto.IMessage = {}) =>
  (reactionMessage ?? protocolMessage)?.key

describe('the key of a message that is changed', () => {
  test.each([reaction, edit, deletion])('names no writer for the own one: $type', async (content) => {
    for (const chat of [ANA, GROUP]) {
      await stands({ chat, messageId: `${TARGET}-${chat}` })
      await sends({ chat, content: { ...content, target: `${TARGET}-${chat}` } })
      expect(keyIn(left.at(-1))).toMatchObject({ fromMe: true, id: `${TARGET}-${chat}` })
      expect(keyIn(left.at(-1))?.participant ?? null).toBeNull()
    }
  })

  test('names no writer in a chat of two', async () => {
    await stands({ fromMe: false })
    await sends({ content: reaction })
    expect(keyIn(left[0])).toMatchObject({ fromMe: false, remoteJid: `${ANA}@s.whatsapp.net` })
    expect(keyIn(left[0])?.participant ?? null).toBeNull()
  })

  test('names another member of a group, without a device', async () => {
    await stands({ chat: GROUP, fromMe: false, sender: { lid: BETO_LID } })
    await sends({ chat: GROUP, content: deletion })
    expect(keyIn(left[0])).toMatchObject({ fromMe: false, participant: `${BETO_LID}@lid` })
  })
})

test('a quote of an own message names the account, without a device', async () => {
  await stands({ chat: GROUP })
  await sends({ chat: GROUP, quoted: TARGET, content: { type: 'text', text: 'Como eu disse' } })
  const { contextInfo } = left[0]?.extendedTextMessage ?? {}
  expect(contextInfo).toMatchObject({ stanzaId: TARGET, participant: '5511900000001@s.whatsapp.net' })
})

describe('the edit of a caption', () => {
  const media = { state: 'READY' as const, mimetype: 'image/png', bytes: 10, key: 'A/media/M1' }
  test.each<[Content, proto.IMessage]>([
    [{ type: 'image', caption: 'R$ 10', media }, { imageMessage: { caption: 'R$ 12' } }],
    [{ type: 'video', caption: 'R$ 10', media }, { videoMessage: { caption: 'R$ 12' } }],
    [
      { type: 'document', fileName: 'a.pdf', caption: 'R$ 10', media },
      { documentMessage: { caption: 'R$ 12' } },
    ],
  ])('is a message of the file’s kind: $type', async (content, editedMessage) => {
    await stands({ content })
    await sends({ content: edit })
    const type = Type.MESSAGE_EDIT
    expect(left[0]).toMatchObject({ protocolMessage: { type, key: { id: TARGET }, editedMessage } })
    expect(left[0]?.protocolMessage?.timestampMs).toBeTruthy()
  })

  test('of a text is a text', async () => {
    await stands({})
    await sends({ content: edit })
    expect(left[0]?.protocolMessage?.editedMessage).toMatchObject({ extendedTextMessage: { text: 'R$ 12' } })
  })
})

describe('a group that is closed to the account', () => {
  const closed = () => line({ onlyAdminsWrite: true })

  test('gets no answer, and the writer learns why', async () => {
    const answer = await sends({ chat: GROUP, content: { type: 'text', text: 'Oi' } }, closed())
    expect(answer).toMatchObject({ status: 'FAILED', failureCode: 'SKIPPED_ONLY_ADMINS' })
    expect(left).toEqual([])
  })

  test('gets a reaction', async () => {
    await stands({ chat: GROUP, fromMe: false, sender: { lid: BETO_LID } })
    expect(await sends({ chat: GROUP, content: reaction }, closed())).toMatchObject({ status: 'SENDING' })
    expect(left).toHaveLength(1)
  })
})

describe('the timer of a group', () => {
  const text: Content = { type: 'text', text: 'Oi' }
  const timerOf = ({ extendedTextMessage }: proto.IMessage = {}) =>
    extendedTextMessage?.contextInfo?.expiration ?? undefined

  test.each([
    [604_800, 604_800],
    [0, undefined],
  ])('of %i seconds is on an answer as %s', async (messageTimer, shown) => {
    await sends({ chat: GROUP, content: text }, line({ messageTimer }))
    expect(timerOf(left[0])).toBe(shown)
  })

  test('is not on a reaction', async () => {
    await stands({ chat: GROUP, fromMe: false, sender: { lid: BETO_LID } })
    await sends({ chat: GROUP, content: reaction }, line({ messageTimer: 604_800 }))
    expect(left[0]?.reactionMessage).not.toHaveProperty('contextInfo')
  })
})
