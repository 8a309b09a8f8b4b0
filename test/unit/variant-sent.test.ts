import { getChain, joinChain } from '@recado/shared/campaigns/engine/chain'
import { deliver } from '@recado/shared/campaigns/engine/deliver'
import { acknowledged, receiptCame } from '@recado/shared/campaigns/engine/results'
import { getCounts, variantsIn } from '@recado/shared/campaigns/ledger/counts'
import { getRecipient } from '@recado/shared/campaigns/ledger/ledger'
import { ledgerId, type Recipient, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { getCampaign } from '@recado/shared/campaigns/store/campaigns'
import { companyKey } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import type { Content } from '@recado/shared/messages/content'
import { getSentMessage } from '@recado/shared/messages/sent-messages'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { verifyCampaign } from '@recado/shared/verification/campaigns'
import { beforeEach, expect, test } from 'vitest'
import { aCompany, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { aLine } from '../support/line.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const NOW = Date.parse('2026-11-21T15:00:00.000Z')
const BETO = '5521987651001'

let table: TenantTable
let shop: string
let sent: { messageId: string; content: Content }[]
let ports: ReturnType<typeof enginePorts>['ports']

beforeEach(async () => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  sent = []
  ports = enginePorts(memory, () => NOW).ports
  await table.put({ ...companyKey, ...aCompany({ id: 'A' }) })
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
  shop = connection.id
  await putConnection(table, connection)
})

const line = () => aLine(shop, { send: async (_, part) => void sent.push(part) })

/** Delivers to the one recipient of a campaign. @returns the texts, and the row */
async function delivered(campaignId: string, of: Partial<Recipient>): Promise<Recipient> {
  const place = { ledger: ledgerId(campaignId, 1), place: 0 }
  await table.update(recipientKey(place), { set: of })
  await joinChain(ports, 'A', shop, campaignId)
  const { epoch = 0 } = (await getChain(table, shop)) ?? {}
  const recipients = [{ campaignId, ...place, attempt: 1 }]
  const command = { kind: 'send' as const, companyId: 'A', connectionId: shop, epoch, recipients }
  const delivering = { ...ports, waitUntil: async () => undefined, newClaim: () => 'a claim' }
  await deliver(delivering, line(), { ...command, notBefore: NOW, intervalMs: 0 }, NOW)
  return (await getRecipient(table, place)) as Recipient
}

const texts = () => sent.map(({ content }) => content.type === 'text' && content.text)
const refOf = (row: Recipient) => ({
  companyId: 'A',
  connectionId: shop,
  messageId: row.messageId ?? '',
})

test('results of an emptied variant’s recipient are counted for the variant that was sent', async () => {
  // Message 2 was emptied after this recipient was assigned to it.
  const campaignId = await aLedger(table, shop, [BETO], { message1: 'Um', message2: null, message3: 'Três' })
  const row = await delivered(campaignId, { variant: 2 })
  expect(texts()).toEqual(['Um'])
  expect(row).toMatchObject({ status: 'SENDING', variant: 1 })
  await acknowledged(ports, refOf(row))
  await receiptCame(ports, refOf(row), 'read')
  expect(variantsIn(await getCounts(table, campaignId))).toEqual([
    { variant: 1, sent: 1, received: 1, read: 1, replied: 0 },
  ])
  const campaign = await getCampaign(table, campaignId)
  expect(campaign && (await verifyCampaign(table, campaign)).differences).toEqual([])
})

test('a variant with a text is sent and counted as itself', async () => {
  const campaignId = await aLedger(table, shop, [BETO], { message1: 'Um', message2: 'Dois' })
  const row = await delivered(campaignId, { variant: 2 })
  expect(texts()).toEqual(['Dois'])
  expect(row).toMatchObject({ variant: 2 })
  await acknowledged(ports, refOf(row))
  expect(variantsIn(await getCounts(table, campaignId))).toMatchObject([{ variant: 2, sent: 1 }])
})

test('a question of an emptied variant is stored with the variant that was asked, and the message keeps its own', async () => {
  const campaignId = await aLedger(table, shop, [BETO], {
    confirmation: true,
    confirmationMessage1: null,
    confirmationMessage3: 'Posso?',
    message1: 'Um',
    message2: 'Dois',
  })
  const row = await delivered(campaignId, { variant: 2, confirmationVariant: 1 })
  expect(texts()).toEqual(['Posso?'])
  expect(row).toMatchObject({ variant: 2, confirmationVariant: 3 })
  const stored = await getSentMessage(table, shop, row.messageId ?? '')
  expect(stored?.recipient).toMatchObject({ step: 'confirmation', variant: 3 })
})
