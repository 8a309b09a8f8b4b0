import { acknowledged } from '@recado/shared/campaigns/engine/results'
import { allRecipients } from '@recado/shared/campaigns/ledger/ledger'
import { ledgerId } from '@recado/shared/campaigns/ledger/recipient'
import { claimRecipient } from '@recado/shared/campaigns/ledger/settle'
import { atOnce, browsers } from '@recado/shared/campaigns/report/watchers'
import { newId } from '@recado/shared/ids'
import { putSentMessage } from '@recado/shared/messages/sent-messages'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Key, Row } from '@recado/shared/table/table'
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

  override get<T extends object>(key: Key<T>): Promise<Row<T> | undefined> {
    this.gets.push(`${key.pk} ${key.sk}`)
    return super.get(key)
  }
}

let memory: ReadTable
let table: TenantTable
let messages: LiveEvent[]
beforeEach(() => {
  memory = new ReadTable()
  table = new TenantTable(memory, 'A')
  messages = []
})

/** A campaign's message to Ana is acknowledged by WhatsApp, this many times. */
async function campaignWrites(times = 1): Promise<string> {
  const messageId = newId()
  const campaignId = await aLedger(table, SHOP, [ANA])
  for await (const row of allRecipients(table, ledgerId(campaignId, 1))) {
    await claimRecipient(table, row, { claim: newId(), claimedAt: NOW, messageId, parts: 1, fence: 1 })
    const { ledger, place, step, variant } = row
    await putSentMessage(
      table,
      SHOP,
      {
        messageId,
        chat: ANA,
        at: AT,
        jid: `${ANA}@s.whatsapp.net`,
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
  const publish = async (event: LiveEvent) => {
    if (event.topic === 'appMessage') messages.push(event)
  }
  const { ports } = enginePorts(memory, () => NOW)
  const watched = { ...ports, watchers: atOnce(browsers(memory, publish, () => NOW)) }
  memory.gets.length = 0
  for (let time = 0; time < times; time++)
    await acknowledged(watched, { companyId: 'A', connectionId: SHOP, messageId })
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
