import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { acknowledged, receiptCame } from '@recado/shared/campaigns/engine/results'
import { allRecipients } from '@recado/shared/campaigns/ledger/ledger'
import { ledgerId } from '@recado/shared/campaigns/ledger/recipient'
import { claimRecipient } from '@recado/shared/campaigns/ledger/settle'
import { atOnce, browsers } from '@recado/shared/campaigns/report/watchers'
import { newId } from '@recado/shared/ids'
import { putSentMessage } from '@recado/shared/messages/sent-messages'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Key, Page, Query, Row } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, expect, test } from 'vitest'
import { aTicket } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const AT = new Date(NOW).toISOString()
const [SHOP, ANA] = ['LOJA', '5511987651001'] as const

/** A table that notes which rows are read one by one. */
class ReadTable extends MemoryTable {
  readonly gets: string[] = []
  readonly queries: string[] = []

  override get<T extends object>(key: Key<T>): Promise<Row<T> | undefined> {
    this.gets.push(`${key.pk} ${key.sk}`)
    return super.get(key)
  }

  override query<T extends object>(query: Query<T>): Promise<Page<T>> {
    this.queries.push(query.pk)
    return super.query(query)
  }
}

let memory: ReadTable
let table: TenantTable
let messages: LiveEvent[]
let now: number
let ports: EnginePorts
beforeEach(() => {
  memory = new ReadTable()
  table = new TenantTable(memory, 'A')
  messages = []
  now = NOW
  const publish = async (event: LiveEvent) => {
    if (event.topic === 'appMessage') messages.push(event)
  }
  const watchers = atOnce(browsers(memory, publish, () => now))
  ports = { ...enginePorts(memory, () => now).ports, watchers }
})

/** A campaign's message is acknowledged by WhatsApp, this many times. */
async function campaignWrites(times = 1, to: string = ANA): Promise<string> {
  const messageId = newId()
  const campaignId = await aLedger(table, SHOP, [to])
  for await (const row of allRecipients(table, ledgerId(campaignId, 1))) {
    await claimRecipient(table, row, { claim: newId(), claimedAt: NOW, messageId, parts: 1, fence: 1 })
    const { ledger, place, step, variant } = row
    await putSentMessage(
      table,
      SHOP,
      {
        messageId,
        chat: to,
        at: AT,
        jid: `${to}@s.whatsapp.net`,
        content: { type: 'text', text: 'Promoção de bolos' },
        recipient: {
          campaignId,
          ledger,
          place,
          step,
          variant,
          first: messageId,
          part: 0,
          parts: 1,
          confirmed: false,
          timezone: 'America/Sao_Paulo',
        },
      },
      NOW,
    )
  }
  memory.gets.length = 0
  for (let time = 0; time < times; time++)
    await acknowledged(ports, { companyId: 'A', connectionId: SHOP, messageId })
  return messageId
}

const ofDesk = () => memory.gets.filter((place) => /#(LIVE-TICKETS|TICKETS|MESSAGES)/.test(place))

test('a campaign’s message reaches those who see the live ticket of its chat, once', async () => {
  const ticket = aTicket({ whatsappId: SHOP, chat: ANA, status: 'open', userId: 'BIA' })
  await writeTicket(table, undefined, ticket)
  const messageId = await campaignWrites(2)
  expect(messages).toMatchObject([
    {
      topic: 'appMessage',
      action: 'create',
      body: {
        ticketId: ticket.id,
        record: { id: messageId, ticketId: null, origin: 'campaign', content: { text: 'Promoção de bolos' } },
      },
      sight: { before: null, now: { userId: 'BIA' } },
    },
  ])
})

test('without a live ticket a campaign’s message costs one read, and nobody hears of it', async () => {
  const closed = aTicket({ whatsappId: SHOP, chat: ANA, status: 'closed' })
  await writeTicket(table, undefined, closed)
  await campaignWrites()
  expect(messages).toEqual([])
  expect(ofDesk()).toEqual([`A#LIVE-TICKETS#${SHOP} ${ANA}`])
})

const receipt = (messageId: string, level: 'delivered' | 'read') =>
  receiptCame(ports, { companyId: 'A', connectionId: SHOP, messageId }, level)
const liveQueries = () => memory.queries.filter((pk) => pk.includes('LIVE-TICKETS'))

test('the ticks of a campaign’s message are live in a conversation with a live ticket', async () => {
  const ticket = aTicket({ whatsappId: SHOP, chat: ANA, status: 'open', userId: 'BIA' })
  await writeTicket(table, undefined, ticket)
  const messageId = await campaignWrites()
  messages.length = 0
  await receipt(messageId, 'delivered')
  await receipt(messageId, 'delivered')
  await receipt(messageId, 'read')
  expect(messages.map(({ action, body }) => [action, Object(body.record).level])).toEqual([
    ['update', 'delivered'],
    ['update', 'read'],
  ])
})

test('receipts about people without a live ticket read no row of tickets, but one query in ten seconds', async () => {
  const people = Array.from({ length: 20 }, (_, at) => `55119876520${String(at).padStart(2, '0')}`)
  const sent: string[] = []
  for (const person of people) sent.push(await campaignWrites(1, person))
  memory.gets.length = 0
  memory.queries.length = 0
  for (const messageId of sent) await receipt(messageId, 'delivered')
  for (const messageId of sent) await receipt(messageId, 'read')
  expect(messages).toEqual([])
  expect(ofDesk()).toEqual([])
  expect(liveQueries()).toHaveLength(1)
})

test('a ticket that opens after a campaign’s message shows its ticks ten seconds later at the latest', async () => {
  const messageId = await campaignWrites()
  await receipt(messageId, 'delivered')
  await writeTicket(table, undefined, aTicket({ whatsappId: SHOP, chat: ANA, status: 'open', userId: 'BIA' }))
  now += 10_000
  await receipt(messageId, 'read')
  expect(messages).toMatchObject([{ action: 'update', body: { record: { level: 'read' } } }])
})
