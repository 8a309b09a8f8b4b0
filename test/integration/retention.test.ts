import { campaignKey } from '@recado/shared/campaigns/store/campaigns'
import { DEFAULT_BOUNDS, KEEPS_ALL } from '@recado/shared/retention/retention'
import { moveRound, nextRoundAt } from '@recado/shared/retention/store'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, refused } from '../support/api-client.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { Operator } from '../support/operator.ts'
import { aLedger } from '../support/stored-campaigns.ts'
import { ownSystem } from '../support/test-system.ts'

const { system, principals } = ownSystem()
let operator: Operator
let companyId: string
let admin: ApiClient
let table: TenantTable

beforeAll(async () => {
  operator = await Operator.signIn(system.origin)
  companyId = await principals.company()
  admin = await principals.signedIn(companyId)
  table = new TenantTable(new DynamoTable(process.env.TABLE_NAME ?? ''), companyId)
}, atMost(120_000))

const state = (client = admin) => client.call('getRetention')
const save = (chosen: object, client = admin) => client.attempt('saveRetention', { ...KEEPS_ALL, ...chosen })
const saveBounds = (bounds: object) =>
  operator.client.attempt('saveRetentionBounds', { ...DEFAULT_BOUNDS, ...bounds })

/** Has the sweep find the day's round due, which it does within twenty seconds. */
async function nextDay(): Promise<void> {
  const platform = platformTable(new DynamoTable(process.env.TABLE_NAME ?? ''))
  await eventually('the round is due', async () => moveRound(platform, await nextRoundAt(platform), 1))
}

/** A campaign that ended so many days ago, with its two recipients. @returns its id */
async function anEndedCampaign(days: number): Promise<string> {
  const id = await aLedger(table, 'W', ['5511987650001', '5511987650002'])
  const at = new Date(Date.now() - days * 24 * 3_600_000).toISOString()
  const ended = { status: 'FINALIZADA', completedAt: at, updatedAt: at, startedAt: at } as const
  await table.update(campaignKey(id), { set: ended })
  return id
}

describe('how long a company keeps things', () => {
  test('data is kept for ever until an admin sets a retention', async () => {
    expect(await state()).toEqual({
      chosen: KEEPS_ALL,
      // Imports expire by themselves.
      bounds: { ...DEFAULT_BOUNDS, imports: { minimum: 7, maximum: 90 } },
      kept: KEEPS_ALL,
      lastRun: null,
    })
    const { status, body } = await save({ conversations: 90, audit: 365 })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { chosen: { conversations: 90, audit: 365, media: null } },
    })
    expect((await state()).kept).toEqual({ ...KEEPS_ALL, conversations: 90, audit: 365 })
    expect((await save({})).status).toBe(200)
  })

  test('a retention outside the operator’s bounds is refused with the fields', async () => {
    const { status, body } = await save({ conversations: 29, audit: 400 })
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: 'ERR_RETENTION_BOUNDS' },
    })
    expect(body).toMatchObject({ details: [{ path: 'conversations', code: 'below_minimum' }] })
    expect(await save({ imports: 91 })).toMatchObject(refused(400, 'ERR_RETENTION_BOUNDS'))
    expect((await state()).chosen).toEqual(KEEPS_ALL)
  })

  test.for([
    ['days below a week', { media: 6 }],
    ['days that are none', { media: '30' }],
    ['half days', { media: 30.5 }],
    ['kinds that there are not', { users: 30 }],
  ] as const)('a retention of %s is refused', async ([, chosen]) => {
    expect(await save(chosen)).toMatchObject(refused(400, 'ERR_VALIDATION'))
  })

  test('admins set the retention, and operators its bounds', async () => {
    const user = await principals.signIn(await principals.person(companyId, { profile: 'user' }))
    expect(await user.attempt('getRetention')).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    expect(await save({}, user)).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    const bounds = await admin.attempt('saveRetentionBounds', DEFAULT_BOUNDS)
    expect(bounds).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    expect(await admin.attempt('getRetentionBounds')).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
  })

  test('a change of the retention leaves an audit entry', async () => {
    await save({ media: 60 })
    const { records } = await admin.call('listAudit', { domain: 'retention' })
    expect(records[0]).toMatchObject({ action: 'retention.saveRetention', refused: null })
    await save({})
  })

  test('new bounds limit every company’s retention at once', async () => {
    expect((await saveBounds({ media: { minimum: 7, maximum: 100 } })).status).toBe(200)
    expect(await state()).toMatchObject({ chosen: KEEPS_ALL, kept: { ...KEEPS_ALL, media: 100 } })
    expect(await save({ media: 101 })).toMatchObject(refused(400, 'ERR_RETENTION_BOUNDS'))
    const wrong = await saveBounds({ media: { minimum: 100, maximum: 99 } })
    expect(wrong).toMatchObject(refused(400, 'ERR_VALIDATION'))
    const tooLong = await saveBounds({ imports: { minimum: 7, maximum: 120 } })
    expect(tooLong).toMatchObject(refused(400, 'ERR_VALIDATION'))
    expect((await saveBounds({})).status).toBe(200)
    expect((await state()).kept).toEqual(KEEPS_ALL)
  })
})

describe('once a day', () => {
  test(
    'the daily round deletes old recipients, and reports keep their figures',
    async () => {
      const [old, recent] = [await anEndedCampaign(61), await anEndedCampaign(59)]
      const before = await admin.report(old)
      expect(before.shipping).toHaveLength(2)
      await save({ ledgers: 60 })
      await nextDay()
      const report = await eventually(
        'the details are gone',
        async () => {
          const now = await admin.report(old)
          return now.detailsErasedAt !== null && now
        },
        60_000,
      )
      expect(report.shipping).toEqual([])
      expect(report.counters).toEqual(before.counters)
      expect(await admin.report(recent)).toMatchObject({ detailsErasedAt: null, shipping: [{}, {}] })
      const page = await admin.call('listShippings', { campaignId: old })
      expect(page).toMatchObject({ records: [], count: 2, hasMore: false })
      expect(await admin.attempt('exportCampaign', { campaignId: old })).toMatchObject(
        refused(409, 'ERR_CAMPAIGN_DETAILS_ERASED'),
      )
      const again = await admin.attempt('resendAllFailed', { campaignId: old })
      expect(again).toMatchObject(refused(409, 'ERR_CAMPAIGN_DETAILS_ERASED'))
      const { lastRun } = await eventually('the run has ended', async () => {
        const now = await state()
        return now.lastRun !== null && now
      })
      expect(lastRun?.removed).toMatchObject({ ledgers: 1, conversations: 0 })
      const copy = await admin.call('duplicateCampaign', { campaignId: old })
      expect(copy).toMatchObject({ status: 'INATIVA', detailsErasedAt: null })
    },
    atMost(120_000),
  )

  test(
    'the daily round also covers companies without a choice, under a maximum',
    async () => {
      await save({})
      const company = await operator.newCompany()
      const client = await operator.firstAdmin(company)
      table = new TenantTable(new DynamoTable(process.env.TABLE_NAME ?? ''), company.id)
      const id = await anEndedCampaign(61)
      await saveBounds({ ledgers: { minimum: 30, maximum: 60 } })
      await nextDay()
      await eventually(
        'the details are gone',
        async () => (await client.report(id)).detailsErasedAt !== null,
        60_000,
      )
      await saveBounds({})
    },
    atMost(120_000),
  )
})
