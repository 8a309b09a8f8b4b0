import { EventEmitter } from 'node:events'
import { answerRetries, resentTimes, retryRequestOf } from '@recado/fargate-session/session/retry-receipts'
import { type BinaryNode, initAuthCreds, proto } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { CountingLog } from '../support/counting-log.ts'

const SHOP = { user: { id: '5511900000001:7@s.whatsapp.net', lid: '200000000000001:7@lid' } }
const [ANA, GROUP] = ['100000000000001', '120363000000000001@g.us']

const receipt = (attrs: Record<string, string>, count = '1'): BinaryNode => ({
  tag: 'receipt',
  attrs: { id: 'M', type: 'retry', t: '1', ...attrs },
  content: [{ tag: 'retry', attrs: { count, id: 'M', t: '1', v: '1' } }],
})

test.for([
  ['a phone', { from: `${ANA}@lid` }, { chat: `${ANA}@lid`, device: `${ANA}@lid` }],
  ['a linked device', { from: `${ANA}:5@lid` }, { chat: `${ANA}:5@lid`, device: `${ANA}:5@lid` }],
  [
    'a member of a group',
    { from: GROUP, participant: `${ANA}:5@lid` },
    { chat: GROUP, device: `${ANA}:5@lid` },
  ],
  [
    'the own phone',
    { from: '5511900000001@s.whatsapp.net', recipient: `${ANA}@lid` },
    { chat: `${ANA}@lid`, device: '5511900000001@s.whatsapp.net' },
  ],
] as const)('the request of %s names its conversation and its device', ([, attrs, expected]) => {
  expect(retryRequestOf(receipt(attrs, '2'), SHOP)).toEqual({ messageId: 'M', count: 2, ...expected })
})

test.for([
  ['a delivery', { from: `${ANA}@lid`, type: '' }],
  ['a message between the own devices', { from: '200000000000001@lid' }],
  ['a message of somebody else', { from: `${ANA}@lid`, recipient: '100000000000002@lid' }],
  ['a status', { from: 'status@broadcast', participant: `${ANA}@lid` }],
] as const)('the library gets receipts that ask for none of our messages: %s', ([, attrs]) => {
  expect(retryRequestOf(receipt(attrs), SHOP)).toBeUndefined()
})

/** A shop's socket, which stores what it writes. @param message the found one */
function socketOf(message: proto.IMessage | undefined, owns = () => true) {
  const ws = new EventEmitter()
  const passed: string[] = []
  ws.on('CB:receipt', ({ attrs }: BinaryNode) => passed.push(attrs.type ?? 'delivered'))
  const written: BinaryNode[] = []
  const acknowledged: BinaryNode[] = []
  const creds = initAuthCreds()
  const signalRepository = {
    encryptMessage: async ({ data }: { data: Uint8Array }) => ({ type: 'msg', ciphertext: data }),
    hasSenderKey: async () => false,
  }
  const socket = {
    ws,
    ...SHOP,
    signalRepository,
    authState: {
      creds: { ...creds, me: SHOP.user, account: { details: Buffer.from('d') } },
      keys: { transaction: (work: () => Promise<unknown>) => work(), get: async () => ({}) },
    },
    assertSessions: async () => true,
    sendNode: async (node: BinaryNode) => void written.push(node),
    sendMessageAck: async (node: BinaryNode) => void acknowledged.push(node),
  }
  const log = new CountingLog()
  const failures: unknown[] = []
  answerRetries(socket as unknown as Parameters<typeof answerRetries>[0], {
    find: async () => message,
    owns,
    times: resentTimes(),
    log,
    of: { companyId: 'A', connectionId: 'C' },
    guard: (work) => void work.catch((error: unknown) => failures.push(error)),
  })
  return { ws, socket, passed, written, acknowledged, log, failures }
}

test('a device gets a message five times at most, and every request is acknowledged', async () => {
  const { ws, written, acknowledged, passed } = socketOf({ conversation: 'Oi' })
  for (let count = 1; count <= 7; count++) ws.emit('CB:receipt', receipt({ from: `${ANA}@lid` }, `${count}`))
  ws.emit('CB:receipt', receipt({ from: `${ANA}:5@lid` }))
  await expect.poll(() => acknowledged).toHaveLength(8)
  expect(written.map(({ attrs }) => attrs.to)).toEqual([...Array(5).fill(`${ANA}@lid`), `${ANA}:5@lid`])
  expect(passed).toEqual([])
  ws.emit('CB:receipt', receipt({ from: `${ANA}@lid`, type: 'read' }))
  expect(passed).toEqual(['read'])
})

test('a message that this conversation may not have is not sent', async () => {
  const { ws, written, acknowledged } = socketOf(undefined)
  ws.emit('CB:receipt', receipt({ from: `${ANA}@lid` }))
  await expect.poll(() => acknowledged).toHaveLength(1)
  expect(written).toEqual([])
})

test('without the lease nothing is written, so that the next owner gets the request', async () => {
  let isOurs = false
  const { ws, written, acknowledged } = socketOf({ conversation: 'Oi' }, () => isOurs)
  ws.emit('CB:receipt', receipt({ from: `${ANA}@lid` }))
  await new Promise(setImmediate)
  isOurs = true
  ws.emit('CB:receipt', receipt({ from: `${ANA}:5@lid` }))
  await expect.poll(() => acknowledged).toHaveLength(1)
  expect(written.map(({ attrs }) => attrs.to)).toEqual([`${ANA}:5@lid`])
})

test('a request that fails is logged and acknowledged, and the next one is answered', async () => {
  const { ws, socket, written, acknowledged, log, failures } = socketOf({ conversation: 'Oi' })
  socket.assertSessions = async () => Promise.reject(new Error('no keys'))
  ws.emit('CB:receipt', receipt({ from: `${ANA}@lid` }))
  await expect.poll(() => acknowledged).toHaveLength(1)
  socket.assertSessions = async () => true
  ws.emit('CB:receipt', receipt({ from: `${ANA}:5@lid` }))
  await expect.poll(() => written).toHaveLength(1)
  expect(log.warnings.map(({ message }) => message)).toEqual(['message not sent again'])
  expect(failures).toEqual([])
})

const { Type } = proto.Message.ProtocolMessage
const change = (type: proto.Message.ProtocolMessage.Type, fromMe: boolean): proto.IMessage => ({
  protocolMessage: { type, key: { id: 'T', fromMe } },
})

test.for<[string, proto.IMessage, Record<string, string>, Record<string, string>]>([
  ['a text', { conversation: 'Oi' }, { from: `${ANA}@lid` }, { type: 'text', device_fanout: 'false' }],
  ['a picture', { imageMessage: {} }, { from: `${ANA}@lid` }, { type: 'media' }],
  ['a reaction', { reactionMessage: {} }, { from: `${ANA}@lid` }, { type: 'reaction' }],
  ['an edit', change(Type.MESSAGE_EDIT, true), { from: `${ANA}@lid` }, { type: 'text', edit: '1' }],
  ['a deletion', change(Type.REVOKE, true), { from: `${ANA}@lid` }, { edit: '7' }],
  [
    'a deletion by an admin',
    change(Type.REVOKE, false),
    { from: GROUP, participant: `${ANA}@lid` },
    { edit: '8', to: GROUP, participant: `${ANA}@lid`, addressing_mode: 'lid' },
  ],
  [
    'a copy for the own phone',
    { conversation: 'Oi' },
    { from: '200000000000001@lid', recipient: `${ANA}@lid` },
    { to: '200000000000001@lid', recipient: `${ANA}@lid` },
  ],
])('%s goes again as what it was', async ([, message, attrs, expected]) => {
  const { ws, written } = socketOf(message)
  ws.emit('CB:receipt', receipt(attrs, '3'))
  await expect.poll(() => written).toHaveLength(1)
  expect(written[0]?.attrs).toMatchObject({ id: 'M', ...expected })
  const tags = Array.isArray(written[0]?.content) ? written[0].content.map(({ tag }) => tag) : []
  expect(tags).toEqual(['enc', 'device-identity'])
})
