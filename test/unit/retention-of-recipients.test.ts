import { can } from '@recado/shared/campaigns/contract/machine'
import { restart } from '@recado/shared/campaigns/engine/actions'
import { getCounts } from '@recado/shared/campaigns/ledger/counts'
import { allRecipients, putRecipients } from '@recado/shared/campaigns/ledger/ledger'
import type { Recipient } from '@recado/shared/campaigns/ledger/recipient'
import { campaignKey, getCampaign, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { foundCompany } from '@recado/shared/companies/register/register-store'
import { putConnection } from '@recado/shared/connections/store'
import { cleanUp } from '@recado/shared/retention/clean-up'
import { DEFAULT_BOUNDS, KEEPS_ALL, type Retention } from '@recado/shared/retention/retention'
import { getRun, putRetention } from '@recado/shared/retention/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import { verifyCampaign } from '@recado/shared/verification/campaigns'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aCompany, aConnection } from '../support/builders.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const DAY_MS = 24 * 3_600_000
const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const daysAgo = (days: number) => NOW - days * DAY_MS
const iso = (moment: number) => new Date(moment).toISOString()
const [ANA, BETO] = ['5511987651001', '5521987651002'] as const

let memory: MemoryTable
let table: TenantTable
let shop: string
beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  await foundCompany({ table: memory }, aCompany({ id: 'A' }))
  const connection = aConnection({ companyId: 'A' })
  await putConnection(table, connection)
  shop = connection.id
})

const keep = (some: Partial<Retention>) =>
  putRetention(table, platformTable(memory), { ...KEEPS_ALL, ...some })
const ports = { now: () => NOW, forgetFile: async () => undefined }
const clean = () => cleanUp(ports, table, DEFAULT_BOUNDS)
const removed = async () => (await getRun(table))?.lastRemoved

describe('recipients of campaigns', () => {
  async function aCampaignThat(
    status: 'FINALIZADA' | 'CANCELADA' | 'EM_ANDAMENTO',
    days: number,
  ): Promise<string> {
    const id = await aLedger(table, shop, [ANA, BETO])
    await table.update(campaignKey(id), { set: { status, updatedAt: iso(daysAgo(days)) } })
    return id
  }
  async function recipientsOf(id: string): Promise<Recipient[]> {
    const rows: Recipient[] = []
    for await (const row of allRecipients(table, `${id}.1`)) rows.push(row)
    return rows
  }
  const rowsOf = async (id: string) => (await recipientsOf(id)).length

  test('of ended campaigns are deleted, the figures stay, and the campaign shows the date', async () => {
    const old = await aCampaignThat('FINALIZADA', 61)
    const cancelled = await aCampaignThat('CANCELADA', 61)
    const [recent, running] = [
      await aCampaignThat('FINALIZADA', 59),
      await aCampaignThat('EM_ANDAMENTO', 400),
    ]
    const before = await getCounts(table, old)
    await keep({ ledgers: 60 })
    await clean()
    expect([await rowsOf(old), await rowsOf(cancelled), await rowsOf(recent), await rowsOf(running)]).toEqual(
      [0, 0, 2, 2],
    )
    const campaign = await getCampaign(table, old)
    expect(campaign).toMatchObject({ detailsErasedAt: iso(NOW), ledger: null, recipients: 2 })
    expect(await getCounts(table, old)).toEqual(before)
    expect(campaign && (await verifyCampaign(table, campaign)).differences).toEqual([])
    expect((await getCampaign(table, running))?.detailsErasedAt ?? null).toBeNull()
    expect(await removed()).toMatchObject({ ledgers: 2 })
    await clean()
    expect((await getCampaign(table, old))?.detailsErasedAt).toBe(iso(NOW))
    expect(await removed()).toMatchObject({ ledgers: 0 })
  })

  test('that are deleted cannot be sent to again: a cancelled campaign cannot be restarted', async () => {
    const id = await aCampaignThat('CANCELADA', 61)
    await keep({ ledgers: 60 })
    await clean()
    const engine = { table: memory, now: () => NOW } as unknown as Parameters<typeof restart>[0]
    await expect(restart(engine, 'A', id)).rejects.toMatchObject({ code: 'ERR_CAMPAIGN_DETAILS_ERASED' })
  })

  test('are deleted completely after a crash in between, and the recorded day stays', async () => {
    const id = await aCampaignThat('FINALIZADA', 1)
    const said = iso(daysAgo(1))
    await table.update(campaignKey(id), { set: { detailsErasedAt: said } })
    await keep({ imports: 30 })
    await clean()
    expect(await rowsOf(id)).toBe(0)
    expect(await getCampaign(table, id)).toMatchObject({ detailsErasedAt: said, ledger: null })
  })

  /** A campaign that was cancelled while its ledger was written, or between two parts of it. */
  async function cancelledInPreparation(days: number, set: Partial<StoredCampaign> = {}): Promise<string> {
    const id = await aCampaignThat('CANCELADA', days)
    await table.update(campaignKey(id), { set: { ledger: null, preparedAt: null, recipients: 0, ...set } })
    return id
  }
  const written = { recipients: 2, validContacts: 2, failed: 0 }

  test('of a campaign cancelled during its preparation are deleted, and it can be started again', async () => {
    const between = await cancelledInPreparation(61, { written })
    const within = await cancelledInPreparation(61)
    const recent = await cancelledInPreparation(59, { written })
    const planned = await cancelledInPreparation(61, { written, status: 'PROGRAMADA' })
    await keep({ ledgers: 60 })
    await clean()
    expect([
      await rowsOf(between),
      await rowsOf(within),
      await rowsOf(recent),
      await rowsOf(planned),
    ]).toEqual([0, 0, 2, 2])
    expect(await removed()).toMatchObject({ ledgers: 2 })
    for (const id of [between, within]) {
      const campaign = await getCampaign(table, id)
      expect(campaign).not.toHaveProperty('written')
      expect(campaign).toMatchObject({ status: 'CANCELADA', preparations: 1, updatedAt: iso(daysAgo(61)) })
      expect(campaign && can(campaign, 'restart')).toBe(true)
    }
    expect(await getCampaign(table, recent)).toMatchObject({ written })
    await clean()
    expect(await removed()).toMatchObject({ ledgers: 0 })
  })

  test('of a campaign cancelled during its preparation are searched once for each preparation', async () => {
    const id = await cancelledInPreparation(61, { written })
    await keep({ ledgers: 60 })
    const searches = async () => {
      const query = vi.spyOn(memory, 'query')
      await clean()
      const found = query.mock.calls.filter(([{ pk }]) => pk.includes(id)).length
      query.mockRestore()
      return found
    }
    expect(await searches()).toBeGreaterThan(0)
    expect(await searches()).toBe(0)
    await table.update(campaignKey(id), { add: { preparations: 1 } })
    expect(await searches()).toBeGreaterThan(0)
  })

  test('of a campaign that is started again at that moment stay', async () => {
    const id = await cancelledInPreparation(61, { written })
    await keep({ ledgers: 60 })
    // The list of campaigns is read before the restart.
    const update = memory.update.bind(memory)
    vi.spyOn(memory, 'update').mockImplementation(async (key, change, when) => {
      if (key.sk === id && change.remove) {
        vi.restoreAllMocks()
        await table.update(campaignKey(id), { set: { status: 'EM_ANDAMENTO' }, add: { version: 1 } })
      }
      return update(key, change, when)
    })
    await clean()
    expect(await rowsOf(id)).toBe(2)
    expect(await getCampaign(table, id)).toMatchObject({ status: 'EM_ANDAMENTO', written })
  })

  test('of an interrupted preparation are deleted with the others', async () => {
    const id = await aCampaignThat('FINALIZADA', 61)
    const [row] = await recipientsOf(id)
    if (row) await putRecipients(table, [{ ...row, ledger: `${id}.2` }])
    await keep({ ledgers: 60 })
    await clean()
    expect(JSON.stringify([...memory.rows(() => true)])).not.toContain(`LEDGER#${id}`)
  })
})
