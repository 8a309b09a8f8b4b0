import { countsKey, NO_COUNTS, onDay } from '@recado/shared/campaigns/ledger/counts'
import { putCampaign, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putConnection } from '@recado/shared/connections/store'
import { newId } from '@recado/shared/ids'
import type { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { aCampaign, aConnection } from '../support/builders.ts'
import { People } from '../support/people.ts'
import { sharedSystem } from '../support/test-system.ts'

const { system, principals } = sharedSystem()
let company: string
let table: TenantTable
let admin: ApiClient

beforeEach(async () => {
  company = await principals.company()
  table = principals.tenant(company)
  admin = await principals.signedIn(company)
})

/** A campaign that was made at a moment, with what it sent by day; ids rise, so the oldest comes first. */
async function campaign(
  createdAt: string,
  more: Partial<StoredCampaign> = {},
  days: [string, number][] = [],
) {
  const id = newId(Date.parse(createdAt))
  await putCampaign(table, aCampaign({ id, companyId: company, createdAt, ...more }))
  const sent = days.reduce((sum, [, count]) => sum + count, 0)
  const byDay = Object.fromEntries(
    days.flatMap(([day, count]) => Object.keys(onDay(day)).map((name) => [name, count])),
  )
  await table.put({ ...NO_COUNTS, ...byDay, sent, campaignId: id, ...countsKey(id) })
  return id
}
const dashboard = (from: string, to: string, client = admin) =>
  client.attempt('getDashboard', { date_from: from, date_to: to })
const shown = (from: string, to: string) => admin.call('getDashboard', { date_from: from, date_to: to })
const ran = (startedAt: string, completedAt: string) => ({
  status: 'FINALIZADA' as const,
  startedAt,
  completedAt,
  preparedAt: startedAt,
})

describe('the dashboard', () => {
  test('the dashboard shows what all campaigns sent on each day', async () => {
    const times = ran('2026-11-09T15:00:00.000Z', '2026-11-12T15:00:00.000Z')
    await campaign('2026-11-09T12:00:00.000Z', times, [
      ['2026-11-09', 7],
      ['2026-11-10', 10],
      ['2026-11-12', 3],
    ])
    await campaign('2026-11-10T12:00:00.000Z', { ...times, type: 'GROUP', name: 'Grupos' }, [
      ['2026-11-12', 2],
    ])
    await admin.newList()
    const body = await shown('2026-11-10', '2026-11-12')
    expect(body.days).toEqual([
      { day: '2026-11-10', sent: 10 },
      { day: '2026-11-11', sent: 0 },
      { day: '2026-11-12', sent: 5 },
    ])
    expect(body.counters).toEqual({ campaigns: 2, lists: 1, messages: 15 })
    expect(body.campaigns).toMatchObject([
      { type: 'GROUP', name: 'Grupos', totalDelivered: 2, status: 'FINALIZADA' },
      { type: 'PRIVATE', totalDelivered: 20, completedAt: '2026-11-12T15:00:00.000Z' },
    ])
  })

  test('the dashboard counts campaigns created or run within the days, in the company’s time zone', async () => {
    const through = await campaign(
      '2026-11-01T12:00:00.000Z',
      ran('2026-11-05T12:00:00Z', '2026-11-20T12:00:00Z'),
    )
    const running = await campaign('2026-11-02T12:00:00.000Z', {
      status: 'EM_ANDAMENTO',
      startedAt: '2026-11-05T12:00:00.000Z',
    })
    await campaign('2026-11-03T12:00:00.000Z', ran('2026-11-05T12:00:00Z', '2026-11-09T12:00:00Z'))
    await campaign('2026-11-04T12:00:00.000Z', {
      status: 'CANCELADA',
      startedAt: '2026-11-05T12:00:00.000Z',
      updatedAt: '2026-11-06T12:00:00.000Z',
    })
    // Still the 10th in São Paulo.
    const made = await campaign('2026-11-11T01:00:00.000Z')
    await campaign('2026-11-12T12:00:00.000Z')
    const { campaigns, counters } = await shown('2026-11-10', '2026-11-10')
    expect(campaigns.map(({ id }) => id)).toEqual([made, running, through])
    expect(counters.campaigns).toBe(3)
  })

  test('the dashboard shows the latest twenty campaigns and counts all', async () => {
    for (let minute = 10; minute < 35; minute++) await campaign(`2026-11-10T12:${minute}:00.000Z`)
    const { campaigns, counters } = await shown('2026-11-01', '2026-11-30')
    expect([campaigns.length, counters.campaigns]).toEqual([20, 25])
    expect(campaigns.map(({ id }) => id)).toEqual(
      campaigns
        .map(({ id }) => id)
        .sort()
        .reverse(),
    )
  })

  test.each([
    ['the wrong way round', '2026-11-10', '2026-11-09'],
    ['spanning more than 366 days', '2025-01-01', '2026-01-02'],
  ])('the dashboard refuses days %s', async (_, from, to) => {
    expect(await dashboard(from, to)).toMatchObject({ status: 400, body: { error: 'ERR_DATE_RANGE' } })
  })

  test('the dashboard takes 366 days and refuses an invalid date', async () => {
    expect((await shown('2024-01-01', '2024-12-31')).days).toHaveLength(366)
    expect(await dashboard('2026-02-30', '2026-03-01')).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })

  test('the dashboard is for admins, and shows only the own company', async () => {
    await campaign('2026-11-10T12:00:00.000Z', {}, [['2026-11-10', 5]])
    const user = await principals.signedIn(company, { profile: 'user' })
    expect(await dashboard('2026-11-10', '2026-11-10', user)).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    const other = await principals.signedIn(await principals.company())
    expect((await dashboard('2026-11-10', '2026-11-10', other)).body).toMatchObject({
      campaigns: [],
      counters: { campaigns: 0, lists: 0, messages: 0 },
    })
  })
})

describe('the beginning of the dashboard', () => {
  test('a new company has done none of the first steps', async () => {
    const { steps, draft } = await admin.call('getHome')
    const { team, ...others } = steps
    expect(Object.values(others)).not.toContain(true)
    expect(team).toBe(false)
    expect(draft).toBeNull()
  })

  test('each first step is seen in what the company has, and a draft is where a test is sent from', async () => {
    await putConnection(table, aConnection({ companyId: company, linkedAt: '2026-11-01T12:00:00.000Z' }))
    await admin.newList()
    await admin.call('createTicketQueue', { name: 'Vendas', color: '#1f9d55' })
    await principals.person(company, { profile: 'user' })
    await putCampaign(table, aCampaign({ companyId: company, status: 'FINALIZADA' }))
    await putCampaign(table, aCampaign({ id: newId(Date.now() + 60_000), companyId: company, type: 'GROUP' }))
    const latest = (await admin.call('listCampaigns', { type: 'GROUP' })).records[0]
    const { steps, draft } = await admin.call('getHome')
    expect(steps).toEqual({
      connection: true,
      list: true,
      campaign: true,
      trial: false,
      queue: true,
      team: true,
      conversation: false,
    })
    expect(draft).toEqual({ id: latest?.id, type: 'GROUP' })
  })

  test('a company that has run a campaign is not asked for a test', async () => {
    await campaign('2026-11-09T12:00:00.000Z', ran('2026-11-09T15:00:00.000Z', '2026-11-12T15:00:00.000Z'))
    expect(await admin.call('getHome')).toMatchObject({ steps: { trial: true }, draft: null })
  })

  test('the used places of the plan are shown', async () => {
    const operator = await ApiClient.signIn(system.origin, 'super@demo.test')
    const limited = await new People(system, principals).aCompanyWithPlan(operator, 3)
    expect((await limited.admin.call('getHome')).plan).toEqual({
      users: { used: 1, limit: 3 },
      connections: { used: 0, limit: 5 },
      queues: { used: 0, limit: 5 },
    })
    expect((await admin.call('getHome')).plan).toBeNull()
  })

  test('unfinished campaigns come running first, then by their time, without finished ones', async () => {
    const at = (hour: string) =>
      ({ status: 'PROGRAMADA', scheduledAt: `2027-01-02T${hour}:00:00.000Z` }) as const
    const late = await campaign('2026-11-09T12:00:00.000Z', at('15'))
    const early = await campaign('2026-11-10T12:00:00.000Z', { ...at('11'), type: 'GROUP' })
    const running = await campaign('2026-11-08T12:00:00.000Z', { status: 'EM_ANDAMENTO' })
    await campaign('2026-11-11T12:00:00.000Z', ran('2026-11-09T15:00:00.000Z', '2026-11-12T15:00:00.000Z'))
    const unfinished = await admin.call('listUnfinishedCampaigns')
    expect(unfinished.map(({ id }) => id)).toEqual([running, early, late])
  })
})
