import { EventEmitter } from 'node:events'
import { acknowledgeWhenSafe, type Receipt, receiptOf } from '@recado/fargate-session/session/receipts'
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'
import { describe, expect, test } from 'vitest'

const CHAT = '5511955551234@s.whatsapp.net'
const receipt = (attrs: Record<string, string>, content?: BinaryNode[]): BinaryNode => ({
  tag: 'receipt',
  attrs: { id: 'M1', from: CHAT, t: '1', ...attrs },
  ...(content && { content }),
})
const listOf = (...ids: string[]): BinaryNode[] => [
  { tag: 'list', attrs: {}, content: ids.map((id) => ({ tag: 'item', attrs: { id } })) },
]

describe('a receipt', () => {
  test.for([
    ['delivered', {}],
    ['read', { type: 'read' }],
    ['played', { type: 'played' }],
    ['server', { type: 'sender', recipient: CHAT }],
    ['delivered', { from: '1203@g.us', participant: CHAT }],
  ] as const)('is read as %s: %j', ([level, attrs]) => {
    expect(receiptOf(receipt(attrs))).toEqual({ messageIds: ['M1'], level })
  })

  test('counts for every message that it lists', () => {
    expect(receiptOf(receipt({ type: 'read' }, listOf('M2', 'M3')))).toEqual({
      messageIds: ['M1', 'M2', 'M3'],
      level: 'read',
    })
  })

  test('counts for every message that it lists, in any position of the list', () => {
    const beside: BinaryNode = { tag: 'meta', attrs: {} }
    const content = [beside, ...listOf('M2'), ...listOf('M3', 'M2')]
    expect(receiptOf(receipt({}, content))?.messageIds).toEqual(['M1', 'M2', 'M3'])
  })

  test('counts for the messages under which it groups members of a group, and not for its own id', () => {
    const group = (key: string, ...users: string[]): BinaryNode => ({
      tag: 'participants',
      attrs: { key },
      content: users.map((jid) => ({ tag: 'user', attrs: { jid, t: '1' } })),
    })
    const grouped = [group('M7', CHAT, '5511955559999@s.whatsapp.net'), group('M8', CHAT), group('M9')]
    expect(receiptOf(receipt({ from: '1203@g.us', type: 'read' }, grouped))).toEqual({
      messageIds: ['M7', 'M8'],
      level: 'read',
    })
    expect(receiptOf(receipt({ from: '1203@g.us' }, [group('M9')]))).toBeUndefined()
  })

  test.for([
    ['a request to send again', { type: 'retry' }],
    ['a message that the owner read on the phone', { type: 'read-self', recipient: CHAT }],
    ['a message that another device of the account got', { recipient: CHAT }],
    ['an unknown kind', { type: 'something-new' }],
  ] as const)('is ignored if it is not about our message: %s', ([, attrs]) => {
    expect(receiptOf(receipt(attrs))).toBeUndefined()
  })
})

describe('the library, which acknowledges receipts, receives', () => {
  const gate = (safe: (of: Receipt) => Promise<void>) => {
    const ws = new EventEmitter()
    const acknowledged: string[] = []
    ws.on('CB:receipt', ({ attrs }: BinaryNode) => acknowledged.push(attrs.id ?? ''))
    acknowledgeWhenSafe({ ws } as unknown as WASocket, safe)
    return { ws, acknowledged }
  }

  test('a receipt only after its result is stored', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { ws, acknowledged } = gate(() => promise)
    ws.emit('CB:receipt', receipt({}))
    await new Promise(setImmediate)
    expect(acknowledged).toEqual([])
    resolve()
    await expect.poll(() => acknowledged).toEqual(['M1'])
  })

  test('no receipt whose result could not be stored, so the receipt comes again', async () => {
    const { ws, acknowledged } = gate(() => Promise.reject(new Error('The table is away')))
    ws.emit('CB:receipt', receipt({}))
    ws.emit('CB:receipt', receipt({ id: 'M2', type: 'retry' }))
    await new Promise(setImmediate)
    expect(acknowledged).toEqual(['M2'])
  })
})
