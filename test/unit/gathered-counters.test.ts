import { handler } from '@recado/functions/conversations/inbound-worker'
import { getCounts } from '@recado/shared/campaigns/ledger/counts'
import { ledgerId, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { conversationKey } from '@recado/shared/conversations/conversation'
import { chatOfNumber } from '@recado/shared/messages/chat'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCompany, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { sqsRecord } from '../support/sqs-record.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const SENT_AT = new Date(NOW - 60_000).toISOString()
const PEOPLE = Array.from({ length: 10 }, (_, at) => `551198765${1000 + at}`)

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

let table: TenantTable
let shop: string
let told: string[]
let tells: () => void

beforeEach(async () => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  told = []
  tells = () => undefined
  const { ports, log } = enginePorts(memory, () => NOW)
  const countersChanged = async (_: string, campaignId: string) => {
    told.push(`${campaignId} ${(await getCounts(table, campaignId)).replied}`)
    tells()
  }
  setContext({ table, log, ports: { ...ports, watchers: { ...ports.watchers, countersChanged } } })
  await putCompany(table, aCompany({ id: 'A' }))
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
  await putConnection(table, connection)
  shop = connection.id
})

/** A campaign that has written to these people. */
async function aSentCampaign(people: readonly string[]): Promise<string> {
  const campaignId = await aLedger(table, shop, people)
  for (const [place, number] of people.entries()) {
    const ref = { campaignId, ledger: ledgerId(campaignId, 1), place }
    const messageId = `C${number}`
    await table.update(recipientKey(ref), { set: { status: 'SENDED', messageId, sentAt: SENT_AT } })
    const campaign = { ...ref, variant: 1, messageId }
    await table.update(conversationKey(shop, chatOfNumber(number)), {
      set: { campaign, campaignMessageId: messageId, campaignAt: SENT_AT },
    })
  }
  return campaignId
}

const replyOf = (number: string) =>
  sqsRecord({
    kind: 'message',
    companyId: 'A',
    connectionId: shop,
    person: { number },
    fromMe: false,
    messageId: `R${number}`,
    timestamp: NOW / 1000,
    at: NOW,
    content: { type: 'text', text: 'Quanto custa?' },
    original: '',
  })

test('a batch of replies reports the counters of each campaign once, after the last reply', async () => {
  const campaigns = [await aSentCampaign(PEOPLE.slice(0, 7)), await aSentCampaign(PEOPLE.slice(7))]
  expect(await handler({ Records: PEOPLE.map(replyOf) })).toEqual({ batchItemFailures: [] })
  expect(told).toEqual([`${campaigns[0]} 7`, `${campaigns[1]} 3`])
})

test('a batch of replies is done although a report of counters fails', async () => {
  const campaigns = [await aSentCampaign(PEOPLE.slice(0, 7)), await aSentCampaign(PEOPLE.slice(7))]
  tells = () => {
    throw new Error('Throttled')
  }
  expect(await handler({ Records: PEOPLE.map(replyOf) })).toEqual({ batchItemFailures: [] })
  expect(told).toHaveLength(campaigns.length)
})
