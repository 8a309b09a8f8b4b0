import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { acknowledged, receiptCame } from '@recado/shared/campaigns/engine/results'
import { type CampaignCounts, countsKey } from '@recado/shared/campaigns/ledger/counts'
import { allRecipients } from '@recado/shared/campaigns/ledger/ledger'
import { ledgerId } from '@recado/shared/campaigns/ledger/recipient'
import { claimRecipient } from '@recado/shared/campaigns/ledger/settle'
import { periodOf, readTimeline } from '@recado/shared/campaigns/report/timeline'
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

test('a campaign’s counts over time are recorded once in each period, with no write for the other changes', async () => {
  const people = [ANA, '5511987651002', '5511987651003']
  const campaignId = await aLedger(table, SHOP, people, { startedAt: AT })
  let puts = 0
  const put = memory.put.bind(memory)
  memory.put = (row, when) => {
    puts += row.pk.includes('#TIMELINE#') ? 1 : 0
    return put(row, when)
  }
  const counted = async (seconds: number, counts: Partial<CampaignCounts>) => {
    now = NOW + seconds * 1000
    await table.update(countsKey(campaignId), { set: counts })
    await ports.watchers.countersChanged('A', campaignId)
  }
  await counted(0, { sent: 0 })
  await counted(5, { sent: 1 })
  await counted(7, { sent: 2, received: 1 })
  await counted(9, { sent: 3, received: 2 })
  await counted(40 * 60, { read: 1 })
  expect(puts).toBe(3)
  // Another process, which has not seen the period.
  await atOnce(
    browsers(
      memory,
      async () => undefined,
      () => now,
    ),
  ).countersChanged('A', campaignId)
  const points = await readTimeline(table, campaignId)
  expect(points.map(({ at, ...counts }) => [Date.parse(at) - NOW, ...Object.values(counts)])).toEqual([
    [0, 0, 0, 0, 0],
    [5000, 1, 0, 0, 0],
    [2_400_000, 3, 2, 1, 0],
  ])
})

test('a campaign of two months has some six hundred points at most, and no later ones', () => {
  const DAY = 86_400_000
  const periods = new Set<number>()
  for (let at = 0; at < 70 * DAY; at += 5000) {
    const period = periodOf(NOW, NOW + at)
    if (period) periods.add(period.from)
  }
  expect(periods.size).toBeLessThan(650)
  expect(periodOf(NOW, NOW + 60 * DAY)).toBeUndefined()
})
