import { countsKey, getCounts, NO_COUNTS } from '@recado/shared/campaigns/ledger/counts'
import { allRecipients } from '@recado/shared/campaigns/ledger/ledger'
import { ledgerId, type Recipient } from '@recado/shared/campaigns/ledger/recipient'
import { campaignKey, getCampaign, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putConnection } from '@recado/shared/connections/store'
import { erase } from '@recado/shared/data-subjects/erase'
import { getErasure, putErasure } from '@recado/shared/data-subjects/store'
import { newId } from '@recado/shared/ids'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aConnection } from '../support/builders.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const [ANA, BETO] = ['5511987651001', '5521987651001'] as const
const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const AT = new Date(NOW).toISOString()

let memory: MemoryTable
let table: TenantTable
let shop: string
/** Runs when an erasure reports its progress. */
let wentOn: () => Promise<void>

beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  wentOn = async () => undefined
  const connection = aConnection({ companyId: 'A' })
  shop = connection.id
  await putConnection(table, connection)
})

/** Runs the erasure until it is complete. @returns the seconds that each run asked to wait */
async function eraseAna(id = newId(), runs = 5): Promise<number[]> {
  if (!(await getErasure(table, id))) await putErasure(table, { id, number: ANA, by: 'Maria' }, NOW)
  const ports = {
    now: () => NOW,
    forgetFile: async () => undefined,
    endLostImport: async () => undefined,
    wentOn: () => wentOn(),
  }
  const waits: number[] = []
  while (waits.length < runs) {
    const later = await erase(ports, table, id)
    if (later === undefined) return waits
    waits.push(later)
  }
  return waits
}

const everything = () => JSON.stringify([...memory.rows(() => true)])

const rowsOf = async (campaignId: string): Promise<Recipient[]> => {
  const rows: Recipient[] = []
  for await (const row of allRecipients(table, ledgerId(campaignId, 1))) rows.push(row)
  return rows
}

describe('a person erased while a ledger is written', () => {
  /** A campaign whose ledger is being written, with Ana and Beto in it so far. */
  async function aHalfWrittenLedger(of: Partial<StoredCampaign> = {}): Promise<string> {
    const campaignId = await aLedger(table, shop, [ANA, BETO])
    await table.delete(countsKey(campaignId))
    await changed(campaignId, { ledger: null, preparedAt: null, preparingUntil: 0, recipients: 0, ...of })
    return campaignId
  }
  const changed = (campaignId: string, set: Partial<StoredCampaign>) =>
    table.update(campaignKey(campaignId), { set })
  const complete = async (campaignId: string) => {
    await changed(campaignId, { ledger: ledgerId(campaignId, 1), preparedAt: AT, recipients: 2 })
    await table.put({ ...NO_COUNTS, campaignId, open: 2, ...countsKey(campaignId) })
  }
  const NEVER_WRITTEN_TO = { status: 'FAILED', reason: 'SKIPPED_BLOCKED', number: '', erased: true }
  const WRITTEN = { recipients: 2, validContacts: 2, failed: 0 }

  test('is settled after the preparation of a campaign that was writing its ledger', async () => {
    const campaignId = await aHalfWrittenLedger()
    const id = newId()
    expect(await eraseAna(id, 1)).toEqual([60])
    await complete(campaignId)
    expect(await eraseAna(id)).toEqual([])
    expect(await rowsOf(campaignId)).toMatchObject([NEVER_WRITTEN_TO, { status: 'PENDING', number: BETO }])
    expect(await getCounts(table, campaignId)).toMatchObject({ open: 1, failed: 1, blocked: 1 })
    expect(everything()).not.toContain(ANA)
  })

  test('is settled in a campaign whose preparation ended after the erasure had read the list of campaigns', async () => {
    await aLedger(table, shop, [BETO])
    const campaignId = await aHalfWrittenLedger()
    const id = newId()
    let isComplete = false
    wentOn = async () => {
      const { campaignId: reached } = (await getErasure(table, id)) ?? {}
      if (isComplete || !reached) return
      isComplete = true
      await complete(campaignId)
    }
    await eraseAna(id)
    expect(await rowsOf(campaignId)).toMatchObject([NEVER_WRITTEN_TO, { status: 'PENDING', number: BETO }])
    expect(await getCounts(table, campaignId)).toMatchObject({ open: 1, failed: 1, blocked: 1 })
  })

  test.each<[string, Partial<StoredCampaign>]>([
    ['cancelled', { status: 'CANCELADA' }],
    ['paused', { pausedAt: AT }],
  ])('is erased from a campaign %s between two parts, which then prepares anew', async (_, halted) => {
    const campaignId = await aHalfWrittenLedger({ ...halted, written: WRITTEN })
    expect(await eraseAna()).toEqual([])
    expect(everything()).not.toContain(ANA)
    expect(await rowsOf(campaignId)).toMatchObject([{ erased: true }, { number: BETO }])
    const campaign = await getCampaign(table, campaignId)
    expect(campaign).not.toHaveProperty('written')
    expect(campaign?.preparations).toBe(1)
  })

  test('is erased from a ledger that a cancelled campaign still wrote a moment ago, once that has ended', async () => {
    const campaignId = await aHalfWrittenLedger({ status: 'CANCELADA', preparingUntil: NOW + 1 })
    const id = newId()
    expect(await eraseAna(id, 1)).toEqual([60])
    expect(await rowsOf(campaignId)).toMatchObject([{ number: ANA }, { number: BETO }])
    await changed(campaignId, { preparingUntil: NOW })
    expect(await eraseAna(id)).toEqual([])
    expect(everything()).not.toContain(ANA)
  })
})
