import { list } from '@recado/functions/tickets/messages'
import { putConnection } from '@recado/shared/connections/store'
import { amendOwnMessage } from '@recado/shared/conversations/amend'
import { messageKey, messageWrites, type StoredMessage } from '@recado/shared/conversations/message'
import { putSentMessage } from '@recado/shared/messages/sent-messages'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Key, Row } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { messageChanged } from '@recado/shared/tickets/live/watchers'
import { saveDeskSettings } from '@recado/shared/tickets/store/desk-settings'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aConnection, aMessage, aTicket } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

const NOW = Date.parse('2026-11-23T12:00:00.000Z')
const [MARIA, JOSE] = ['5511987651001', '5511987651002']
const ANA = anActor({ queueIds: ['vendas'] })
/** More than a page of messages. */
const MANY = 40

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
// The key of cursors.
vi.mock('@recado/functions/secrets', () => ({ secrets: { secret: async () => ['a'.repeat(44)] } }))

/** Counts the batch reads of places of messages. */
class CountingTable extends MemoryTable {
  lookups = 0

  override getMany<T extends object>(keys: readonly Key<T>[]): Promise<Row<T>[]> {
    if (keys.some(({ pk }) => pk.includes('#MESSAGE-PLACES#'))) this.lookups += 1
    return super.getMany(keys)
  }
}

let memory: CountingTable
let table: TenantTable
let shopId: string
let ticket: StoredTicket

beforeEach(async () => {
  memory = new CountingTable()
  table = new TenantTable(memory, 'A')
  const { ports } = enginePorts(memory, () => NOW)
  setContext({ table, ports })
  const shop = aConnection({ companyId: 'A', queueIds: ['vendas', 'suporte'] })
  shopId = shop.id
  await putConnection(table, shop)
  ticket = await aTicketOf('vendas')
})

async function aTicketOf(queueId: string, status: StoredTicket['status'] = 'open') {
  const its = aTicket({ whatsappId: shopId, chat: MARIA, status, queueId })
  await writeTicket(table, undefined, its)
  return its
}

/** @param minute of the conversation */
async function written(messageId: string, minute: number, more: Partial<StoredMessage> = {}) {
  const at = new Date(NOW + minute * 60_000).toISOString()
  const message = aMessage({ connectionId: shopId, chat: MARIA, messageId, at, ticketId: ticket.id, ...more })
  await table.transact(messageWrites(message))
  return message
}

/** An early message, a page of messages after it, and one that quotes it. */
async function quotedFromFarBack(early: Partial<StoredMessage> = {}) {
  await written('EARLY', 0, { content: { type: 'text', text: 'Qual é o preço?' }, ...early })
  for (let minute = 1; minute < MANY; minute++) await written(`M${minute}`, minute)
  await written('LATE', MANY, { quoted: 'EARLY' })
}

async function shown(messageId: string) {
  const { records } = await list(ANA, ticket.id, {})
  return records.find(({ id }) => id === messageId)
}
const preview = async () => (await shown('LATE'))?.quotedPreview

describe('a page of messages', () => {
  test('has the beginning of a quoted message that is not on it', async () => {
    await quotedFromFarBack()
    expect(await preview()).toEqual({
      id: 'EARLY',
      fromMe: false,
      author: null,
      sender: null,
      preview: 'Qual é o preço?',
      deletedAt: null,
    })
  })

  test('has the quoted words of a colleague without the signature', async () => {
    const content = { type: 'text', text: '*Bia:*\nCusta *dez*' } as const
    await quotedFromFarBack({ fromMe: true, userId: 'bia', userName: 'Bia Reis', content })
    expect(await preview()).toMatchObject({
      fromMe: true,
      author: { id: 'bia', name: 'Bia Reis' },
      preview: 'Custa *dez*',
    })
  })

  test('reads nothing more if it holds what it quotes', async () => {
    await written('EARLY', 0)
    await written('LATE', 1, { quoted: 'EARLY' })
    expect(await shown('LATE')).not.toHaveProperty('quotedPreview')
    expect(memory.lookups).toBe(0)
  })

  test('reads all quoted messages at once', async () => {
    await quotedFromFarBack()
    await written('EARLIER', -1)
    await written('LATER', MANY + 1, { quoted: 'EARLIER' })
    expect([await preview(), (await shown('LATER'))?.quotedPreview]).toMatchObject([
      { id: 'EARLY' },
      { id: 'EARLIER' },
    ])
    // One for each of the two calls.
    expect(memory.lookups).toBe(2)
  })

  test('shows the company’s own message where a customer sent one with the same id', async () => {
    await quotedFromFarBack({ content: { type: 'text', text: 'Falso' } })
    const content = { type: 'text', text: 'Promoção' } as const
    const at = new Date(NOW - 60_000).toISOString()
    const own = aMessage({ connectionId: shopId, chat: MARIA, messageId: 'EARLY', at, fromMe: true, content })
    await table.put({ ...messageKey(own), ...own })
    await putSentMessage(table, shopId, { messageId: 'EARLY', chat: MARIA, at, jid: MARIA, content }, NOW)
    expect(await preview()).toMatchObject({ fromMe: true, preview: 'Promoção' })
  })

  test('has the beginning of a quoted message of a campaign', async () => {
    const content = { type: 'text', text: 'Promoção' } as const
    const at = new Date(NOW - 1000).toISOString()
    const message = aMessage({
      connectionId: shopId,
      chat: MARIA,
      messageId: 'PROMO',
      at,
      fromMe: true,
      content,
    })
    await table.put({ ...messageKey(message), ...message })
    await putSentMessage(table, shopId, { messageId: 'PROMO', chat: MARIA, at, jid: MARIA, content }, NOW)
    for (let minute = 0; minute < MANY; minute++) await written(`M${minute}`, minute)
    await written('LATE', MANY, { quoted: 'PROMO' })
    expect(await preview()).toMatchObject({ preview: 'Promoção' })
  })

  test('has no words of a quoted message that was deleted', async () => {
    await quotedFromFarBack({ fromMe: true })
    const at = new Date(NOW).toISOString()
    await amendOwnMessage(table, shopId, { type: 'delete', target: 'EARLY' }, at)
    expect(await preview()).toMatchObject({ preview: '', deletedAt: at })
  })

  test('has nothing of a quoted message that is gone, such as that of an erased person', async () => {
    await written('LATE', 0, { quoted: 'GONE' })
    expect(await shown('LATE')).toMatchObject({ quoted: 'GONE' })
    expect(await preview()).toBeUndefined()
  })

  test('has nothing of a quoted message of another conversation', async () => {
    await quotedFromFarBack({ chat: JOSE })
    expect(await preview()).toBeUndefined()
  })

  test('has nothing of a note, although a message names it', async () => {
    await quotedFromFarBack({ internal: true, content: { type: 'note', text: 'VIP', mentions: [] } })
    expect(await preview()).toBeUndefined()
  })

  test('has nothing of a quoted message that another queue keeps to itself', async () => {
    const former = await aTicketOf('suporte', 'closed')
    await quotedFromFarBack({ ticketId: former.id })
    expect(await preview()).toMatchObject({ id: 'EARLY' })
    await saveDeskSettings(table, { historyVisibility: 'queues' })
    expect(await preview()).toBeUndefined()
  })
})

describe('a live event', () => {
  async function eventOf(action: 'create' | 'update', message: StoredMessage) {
    const events: LiveEvent[] = []
    const publish = async (event: LiveEvent) => void events.push(event)
    await messageChanged({ table, publish, now: () => NOW }, action, message)
    return events[0]?.body
  }

  test('of a new message has the beginning of the message that it quotes', async () => {
    await written('EARLY', 0)
    const message = await written('LATE', 1, { quoted: 'EARLY' })
    expect(await eventOf('create', message)).toMatchObject({
      record: { quoted: 'EARLY', quotedPreview: { id: 'EARLY', preview: 'Oi' } },
    })
    expect(await eventOf('update', message)).not.toHaveProperty('record.quotedPreview')
  })

  test('has nothing of a message that some who see the ticket may not see', async () => {
    const former = await aTicketOf('suporte', 'closed')
    await written('EARLY', 0, { ticketId: former.id })
    const message = await written('LATE', 1, { quoted: 'EARLY' })
    expect(await eventOf('create', message)).toHaveProperty('record.quotedPreview')
    await saveDeskSettings(table, { historyVisibility: 'queues' })
    expect(await eventOf('create', message)).not.toHaveProperty('record.quotedPreview')
  })
})
