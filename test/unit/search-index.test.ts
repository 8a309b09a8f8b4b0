import { putConnection } from '@recado/shared/connections/store'
import { amendOwnMessage } from '@recado/shared/conversations/amend'
import {
  messageOfId,
  messageWrite,
  messageWrites,
  type StoredMessage,
} from '@recado/shared/conversations/message'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import { messageIdFrom } from '@recado/shared/messages/message-id'
import { migrateWords } from '@recado/shared/migrations/migrate'
import { indexWords, messagesWithWords } from '@recado/shared/search/word-rows'
import { TenantTable } from '@recado/shared/table/tenant'
import { forgetInternal } from '@recado/shared/tickets/store/forget-internal'
import { internalMessage } from '@recado/shared/tickets/store/internal-message'
import { liveTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test } from 'vitest'
import { arrives } from '../support/arriving.ts'
import { aConnection } from '../support/builders.ts'
import { MortalTable } from '../support/mortal-table.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const [ANA, LID] = ['5511987651001', '777000111222'] as const

let memory: MortalTable
let table: TenantTable
let shop: string
let seconds = 0
beforeEach(async () => {
  memory = new MortalTable()
  table = new TenantTable(memory, 'A')
  const connection = aConnection({ companyId: 'A', greetingMessage: 'Seja bem-vinda' })
  shop = connection.id
  await putConnection(table, connection)
})

const event = (content: InboundMessage['content'], of: Partial<InboundMessage> = {}): InboundMessage => {
  const at = NOW + 1000 * seconds++
  return {
    kind: 'message',
    companyId: 'A',
    connectionId: shop,
    person: { number: ANA },
    fromMe: false,
    messageId: messageIdFrom('search-index', seconds),
    timestamp: at / 1000,
    at,
    original: 'eA==',
    content,
    ...of,
  }
}
const wrote = (text: string, of: Partial<InboundMessage> = {}) => event({ type: 'text', text }, of)

const found = async (...words: string[]) =>
  (await messagesWithWords(table, words)).map(({ messageId }) => messageId)
/** The words of all messages, without their places. */
const storedWords = () =>
  [...memory.rows((pk) => pk.startsWith('A#WORDS#'))].map(({ sk }) => sk.split('#')[0]).sort()

describe('a message that arrives', () => {
  test('in a ticket is found by its words, and so is what is answered by itself', async () => {
    const message = wrote('Quero um orçamento')
    const received = await arrives(table, message)
    expect(await found('orca')).toEqual([message.messageId])
    expect(received?.answers).toHaveLength(1)
    expect(await found('vinda')).toEqual([received?.answers[0]?.messageId])
  })

  test('outside of tickets is not found', async () => {
    await arrives(table, wrote('Sair'), { aside: 'optOut' })
    expect(storedWords()).toEqual([])
  })

  test('is found after its worker died between the message and its words, and was repeated', async () => {
    for (let writes = 0; writes < 8; writes++) {
      const message = wrote('Quero um orçamento')
      memory.dieAfter(writes)
      await arrives(table, message).catch((error: Error) => expect(error.message).toBe('The process died'))
      memory.dieAfter()
      await arrives(table, message)
      expect(await found('orcamento'), `after ${writes} writes`).toContain(message.messageId)
    }
  })

  test('without its content is found by the content that comes later', async () => {
    const { messageId } = wrote('')
    await arrives(
      table,
      event({ type: 'notice', about: 'unreadable', text: 'aguardando', items: [] }, { messageId }),
    )
    await arrives(table, wrote('Chegou agora', { messageId }))
    expect(await found('chegou')).toEqual([messageId])
    expect(await found('aguardando')).toEqual([])
  })
})

describe('a change of a message', () => {
  const change = (type: 'edit' | 'delete', target: string, text = ''): InboundMessage =>
    event(type === 'edit' ? { type, target, text } : { type, target })

  test('by its author replaces or removes its words', async () => {
    const message = wrote('Quero um orçamento')
    await arrives(table, message)
    await arrives(table, change('edit', message.messageId, 'Quero uma visita'))
    expect([await found('orcamento'), await found('visita')]).toEqual([[], [message.messageId]])
    await arrives(table, change('delete', message.messageId))
    expect([await found('visita'), await found('quero')]).toEqual([[], []])
  })

  test('by somebody else changes no words', async () => {
    const message = wrote('Quero um orçamento')
    await arrives(table, message)
    await arrives(table, { ...change('delete', message.messageId), fromMe: true })
    expect(await found('orcamento')).toEqual([message.messageId])
  })

  test('leaves no words behind when its worker dies, and none are missing when it is repeated', async () => {
    for (let writes = 0; writes < 6; writes++) {
      const message = wrote('Quero um orçamento')
      await arrives(table, message)
      const edit = change('edit', message.messageId, 'Quero uma visita')
      memory.dieAfter(writes)
      await arrives(table, edit).catch((error: Error) => expect(error.message).toBe('The process died'))
      memory.dieAfter()
      await arrives(table, edit)
      expect(await found('orcamento'), `after ${writes} writes`).toEqual([])
      expect(await found('visita'), `after ${writes} writes`).toContain(message.messageId)
    }
  })
})

/** A note in Ana's ticket. */
async function aNote(): Promise<StoredMessage> {
  await arrives(table, wrote('Oi'))
  const ticket = await liveTicket(table, shop, ANA)
  if (!ticket) throw new Error('Ana has no ticket')
  const content = { type: 'note' as const, text: 'Cliente antiga', mentions: [] }
  return internalMessage(ticket, content, new Date(NOW + 3_600_000).toISOString())
}

describe('a note', () => {
  test('is changed by no message from WhatsApp that names it', async () => {
    const note = await aNote()
    await table.transact(messageWrites(note))
    for (const type of ['edit', 'delete'] as const)
      await amendOwnMessage(table, shop, { type, target: note.messageId, text: 'x' }, note.at)
    await arrives(table, event({ type: 'reaction', target: note.messageId, emoji: '👍' }))
    expect(await messageOfId(table, shop, note)).toMatchObject(note)
    expect(JSON.stringify(await messageOfId(table, shop, note))).not.toContain('👍')
  })

  test('goes with its ticket, together with its place and its words', async () => {
    const note = await aNote()
    await table.transact(messageWrites(note))
    await indexWords(table, [note])
    expect(await found('antiga')).toEqual([note.messageId])
    const ticket = await liveTicket(table, shop, ANA)
    if (ticket) await forgetInternal(table, ticket)
    expect(JSON.stringify([...memory.rows(() => true)])).not.toContain(note.messageId)
  })
})

test('a group’s message is found on each of the company’s accounts in it, and changes on one of them', async () => {
  const other = aConnection({ companyId: 'A' })
  await putConnection(table, other)
  const message = wrote('Quero um orçamento', { groupId: '120363025246125001' })
  for (const connectionId of [shop, other.id]) await arrives(table, { ...message, connectionId })
  const places = async () =>
    (await messagesWithWords(table, ['orcamento'])).map(({ connectionId }) => connectionId)
  expect(new Set(await places())).toEqual(new Set([shop, other.id]))
  const { groupId } = message
  const deletion = event({ type: 'delete', target: message.messageId }, { groupId })
  await arrives(table, { ...deletion, connectionId: other.id })
  expect(await places()).toEqual([shop])
})

test('a conversation whose LID learns its number keeps its words, and they lead to the message', async () => {
  const message = wrote('Quero um orçamento', { person: { lid: LID } })
  await arrives(table, message)
  const words = storedWords()
  await arrives(table, wrote('Oi', { person: { number: ANA, lid: LID } }))
  expect(storedWords()).toEqual(words)
  const [named] = await messagesWithWords(table, ['orcamento'])
  expect(named && (await messageOfId(table, named.connectionId, named))).toMatchObject({ chat: ANA })
})

test('messages from before there was a search get their words, and a second run writes nothing', async () => {
  const message = wrote('Quero um orçamento')
  await arrives(table, message)
  await arrives(table, wrote('Sair'), { aside: 'optOut' })
  // The first notes have no place.
  const note = await aNote()
  await table.transact([messageWrite(note)])
  await indexWords(table, [note])
  const words = storedWords()
  const run = (isApplied: boolean) => migrateWords(memory, ['A'], { isApplied, now: () => NOW })
  for (const { pk, sk } of [...memory.rows((pk) => pk.startsWith('A#WORDS#'))])
    await memory.delete({ pk, sk })
  expect(await run(false)).toMatchObject({ entity: 'message-words', old: words.length, upgraded: 0 })
  expect(await found('orcamento')).toEqual([])
  expect(await run(true)).toMatchObject({ old: words.length, upgraded: words.length, left: 0 })
  expect(storedWords()).toEqual(words)
  expect(await messageOfId(table, shop, note)).toMatchObject({ content: note.content })
  expect(await run(true)).toMatchObject({ old: 0, upgraded: 0 })
})
