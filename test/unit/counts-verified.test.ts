import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { countsKey, getCounts } from '@recado/shared/campaigns/ledger/counts'
import { allRecipients } from '@recado/shared/campaigns/ledger/ledger'
import { type Recipient, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { recount } from '@recado/shared/campaigns/ledger/recount'
import {
  claimRecipient,
  raiseLevel,
  settleReply,
  settleSent,
  skipRecipient,
} from '@recado/shared/campaigns/ledger/settle'
import { campaignKey, getCampaign, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { getCard } from '@recado/shared/contact-lists/cards'
import { deleteItem, learnValidity } from '@recado/shared/contact-lists/item-writes'
import { getList, listKey } from '@recado/shared/contact-lists/store'
import type { SentAs } from '@recado/shared/messages/sent-as'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { repairCampaign, verifyCampaign } from '@recado/shared/verification/campaigns'
import { repairList, verifyList } from '@recado/shared/verification/lists'
import { beforeEach, describe, expect, test } from 'vitest'
import { aLedger, aListOf } from '../support/stored-campaigns.ts'

const NUMBERS = ['5511987651001', '5511987651002', '5511987651003', '5511987651004']
const SENT_AT = '2026-11-21T23:30:00.000Z'

let table: TenantTable
beforeEach(() => {
  table = new TenantTable(new MemoryTable(), 'A')
})

/** A campaign with four recipients: one replied, one is sent, one is blocked, one is open. */
async function halfSent(of: Partial<Campaign> = {}): Promise<StoredCampaign> {
  const id = await aLedger(table, 'W', NUMBERS)
  const rows: Recipient[] = []
  for await (const row of allRecipients(table, `${id}.1`)) rows.push(row)
  const [replied, sent, blocked] = rows
  if (!replied || !sent || !blocked) throw new Error('The ledger is too short')
  for (const row of [replied, sent]) await settleSent(table, await claimed(row), SENT_AT)
  await raiseLevel(table, sentAs(replied), 'read', SENT_AT)
  await raiseLevel(table, sentAs(sent), 'delivered', SENT_AT)
  await settleReply(table, { ...replied, messageId: messageOf(replied) }, SENT_AT)
  await skipRecipient(table, blocked, 'SKIPPED_BLOCKED')
  await table.update(campaignKey(id), { set: { status: 'CANCELADA', ...of } })
  const campaign = await getCampaign(table, id)
  if (!campaign) throw new Error('The campaign is gone')
  return campaign
}

const messageOf = ({ place }: Recipient) => `3EB0${place}`
const sentAs = (row: Recipient): SentAs => ({
  campaignId: row.campaignId,
  ledger: row.ledger,
  place: row.place,
  step: 'message',
  variant: row.variant,
  first: messageOf(row),
  part: 0,
  parts: 1,
  confirmed: false,
  timezone: 'America/Sao_Paulo',
})

async function claimed(row: Recipient): Promise<SentAs> {
  const claim = { claim: 'c', claimedAt: 1, messageId: messageOf(row), parts: 1, fence: 1 }
  expect(await claimRecipient(table, row, claim)).toBe(true)
  return sentAs(row)
}

const change = (campaign: StoredCampaign, counts: Record<string, number>) =>
  table.update(countsKey(campaign.id), { set: counts })

describe('a campaign’s counts', () => {
  test('kept by the engine equal the ledger, for every kind of count', async () => {
    const campaign = await halfSent()
    expect(await verifyCampaign(table, campaign)).toMatchObject({ differences: [] })
    const { recipients, counts } = await recount(
      allRecipients(table, `${campaign.id}.1`),
      'America/Sao_Paulo',
    )
    expect(recipients).toBe(4)
    const nonZero = Object.fromEntries([...counts].filter(([, value]) => value !== 0))
    expect(nonZero).toEqual({
      open: 1,
      sent: 2,
      failed: 1,
      blocked: 1,
      received: 2,
      read: 1,
      replied: 1,
      v1Sent: 2,
      v1Received: 2,
      v1Read: 1,
      v1Replied: 1,
      // Half past eight in the evening, in São Paulo.
      'day2026-11-21': 2,
    })
  })

  test('are listed one by one if they are wrong, and repaired', async () => {
    const campaign = await halfSent()
    await change(campaign, { sent: 5, v1Read: 0, 'day2026-11-22': 1 })
    const found = await verifyCampaign(table, campaign)
    expect(found.differences).toEqual([
      { count: 'sent', stored: 5, counted: 2 },
      { count: 'v1Read', stored: 0, counted: 1 },
      { count: 'day2026-11-22', stored: 1, counted: 0 },
    ])
    expect(await repairCampaign(table, campaign, found)).toBe(true)
    expect((await verifyCampaign(table, campaign)).differences).toEqual([])
    expect(await getCounts(table, campaign.id)).toMatchObject({ sent: 2, v1Read: 1, open: 1 })
  })

  test('per day are correct if their sum is: the company’s zone may have changed', async () => {
    const campaign = await halfSent()
    await change(campaign, { 'day2026-11-21': 0, 'day2026-11-20': 2 })
    expect((await verifyCampaign(table, campaign)).differences).toEqual([])
  })

  test('that were never written are also reported, as is a ledger with a missing row', async () => {
    const campaign = await halfSent()
    await table.delete(countsKey(campaign.id))
    await table.delete(recipientKey({ ledger: `${campaign.id}.1`, place: 3 }))
    const found = await verifyCampaign(table, campaign)
    expect(found.differences[0]).toEqual({ count: 'recipients', stored: 4, counted: 3 })
    expect(await repairCampaign(table, campaign, found)).toBe(true)
    const repaired = await getCampaign(table, campaign.id)
    expect(repaired?.recipients).toBe(3)
    expect(repaired && (await verifyCampaign(table, repaired)).differences).toEqual([])
  })

  test('of a running campaign are never written', async () => {
    const campaign = await halfSent({ status: 'EM_ANDAMENTO' })
    await change(campaign, { sent: 5 })
    const found = await verifyCampaign(table, campaign)
    expect(found.differences).toHaveLength(1)
    expect(await repairCampaign(table, campaign, found)).toBe(false)
    expect(await getCounts(table, campaign.id)).toMatchObject({ sent: 5 })
  })

  test('are left unchanged if the campaign was started, or the count changed, between check and repair', async () => {
    const campaign = await halfSent()
    await change(campaign, { sent: 5, read: 7 })
    const found = await verifyCampaign(table, campaign)
    await change(campaign, { read: 8 })
    expect(await repairCampaign(table, campaign, found)).toBe(false)
    await change(campaign, { read: 7 })
    const stored = await table.get(countsKey(campaign.id))
    if (!stored) throw new Error('The counts are not stored')
    await table.delete(countsKey(campaign.id))
    expect(await repairCampaign(table, campaign, found)).toBe(false)
    await table.put(stored)
    await table.update(campaignKey(campaign.id), { set: { status: 'EM_ANDAMENTO' }, add: { version: 1 } })
    expect(await repairCampaign(table, campaign, found)).toBe(false)
    expect(await getCounts(table, campaign.id)).toMatchObject({ sent: 5, read: 7 })
  })
})

describe('a list’s counts', () => {
  const NOW = '2026-11-21T12:00:00.000Z'

  async function aList(): Promise<string> {
    const id = await aListOf(
      table,
      NUMBERS.map((number) => ({ number })),
    )
    const card = await getCard(table, id, 0)
    if (!card) throw new Error('The list has no card')
    await learnValidity(
      table,
      id,
      card,
      new Map([
        [0, true],
        [1, false],
      ]),
      NOW,
    )
    const next = await deleteItem(table, id, 3, NOW)
    expect(next).toBe(true)
    return id
  }

  test('equal its contacts', async () => {
    const id = await aList()
    expect(await verifyList(table, id)).toEqual({ listId: id, isBusy: false, differences: [] })
    expect(await getList(table, id)).toMatchObject({ contactsCount: 3, valids: 1, invalids: 1 })
  })

  test('are repaired, unless an import fills the list', async () => {
    const id = await aList()
    await table.update(listKey(id), { set: { contactsCount: 7, valids: 0, importId: 'I' } })
    const busy = await verifyList(table, id)
    expect(busy?.isBusy).toBe(true)
    expect(busy && (await repairList(table, busy))).toBe(false)
    await table.update(listKey(id), { remove: ['importId'] })
    const found = await verifyList(table, id)
    expect(found?.differences).toEqual([
      { count: 'contactsCount', stored: 7, counted: 3 },
      { count: 'valids', stored: 0, counted: 1 },
    ])
    expect(found && (await repairList(table, found))).toBe(true)
    expect(await getList(table, id)).toMatchObject({ contactsCount: 3, valids: 1, invalids: 1 })
  })
})
