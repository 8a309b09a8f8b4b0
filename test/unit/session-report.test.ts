import { SessionReport } from '@recado/fargate-session/session/session-report'
import { NO_COUNTS } from '@recado/shared/campaigns/ledger/counts'
import { campaignOf } from '@recado/shared/campaigns/report/view'
import { getCampaign } from '@recado/shared/campaigns/store/campaigns'
import { getHealth } from '@recado/shared/connections/health-store'
import { changeConnection, getConnection, putConnection } from '@recado/shared/connections/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aConnection } from '../support/builders.ts'
import { servicePorts } from '../support/service-ports.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const LOJA = 'LOJA'
const RETRY = { wanted: 'open', status: 'OPENING', statusReason: null } as const
const BAN = { status: 'DISCONNECTED', statusReason: 'BANNED' } as const

let memory: MemoryTable
let table: TenantTable
beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  await putConnection(table, aConnection({ companyId: 'A', id: LOJA }))
})

/** The reports of a session that was made for this request. */
const reportOf = (request?: number) => {
  const owner = { companyId: 'A', connectionId: LOJA, fence: 1, request, owns: () => true }
  return new SessionReport(servicePorts(memory, Date.now), table, owner)
}
const stored = () => getConnection(table, LOJA)
const asks = () => changeConnection(table, LOJA, RETRY)

describe('a report of a session', () => {
  test('of a connection without a request counts, as from releases before requests were numbered', async () => {
    await reportOf().ended(BAN)
    expect(await stored()).toMatchObject({ ...BAN, wanted: 'closed' })
  })

  test.each([undefined, 1])('for request %s changes nothing after the next request', async (request) => {
    if (request) await asks()
    const report = reportOf(request)
    await asks()
    await report.say({ status: 'CONNECTED' })
    await report.ended(BAN)
    expect(await stored()).toMatchObject(RETRY)
  })

  test('counts again when the session goes on with the next request, also its last status', async () => {
    const report = reportOf()
    await report.say({ status: 'CONNECTED' })
    await asks()
    await report.adoptRequest((await stored())?.request)
    expect(await stored()).toMatchObject({ status: 'CONNECTED', wanted: 'open' })
    await report.ended(BAN)
    expect(await stored()).toMatchObject({ ...BAN, wanted: 'closed' })
  })

  test('of a session that reconnects leaves the next request’s OPENING until it is connected', async () => {
    const report = reportOf()
    await report.say({ status: 'TIMEOUT', statusReason: 'NETWORK' })
    await asks()
    await report.adoptRequest((await stored())?.request)
    expect(await stored()).toMatchObject(RETRY)
    await report.say({ status: 'CONNECTED' })
    expect(await stored()).toMatchObject({ status: 'CONNECTED' })
  })
})

describe('the end of a session', () => {
  const restrictedUntil = async () => (await getHealth(table, LOJA)).restrictedUntil
  const ENDED = { status: 'DISCONNECTED' } as const

  test('by a ban lets the warm-up begin again after it', async () => {
    await reportOf().ended({ ...ENDED, statusReason: 'TEMPORARILY_BANNED', bannedUntil })
    expect(await restrictedUntil()).toBe(Date.parse(bannedUntil))
  })

  test('by a ban without an end lets it begin again now', async () => {
    const before = Date.now()
    await reportOf().ended(BAN)
    expect(await restrictedUntil()).toBeGreaterThanOrEqual(before)
  })

  const bannedUntil = '2036-11-22T12:00:00.000Z'
  const paused = async (end: Parameters<SessionReport['ended']>[0]) => {
    const campaignId = await aLedger(table, LOJA, ['5511987651001'])
    await reportOf().ended(end)
    const stored = await getCampaign(table, campaignId)
    if (!stored) throw new Error('The campaign is gone')
    const { pauseReason, waitingUntil } = campaignOf(stored, { ...NO_COUNTS, campaignId })
    return { pauseReason, waitingUntil }
  }
  test.each([
    ['logged-out', null, { ...ENDED, statusReason: 'LOGGED_OUT' }],
    ['banned', null, BAN],
    ['banned', null, { ...ENDED, statusReason: 'TEMPORARILY_BANNED', bannedUntil: null }],
    ['banned', bannedUntil, { ...ENDED, statusReason: 'TEMPORARILY_BANNED', bannedUntil }],
  ] as const)('pauses campaigns as %s until %s, if it is %j', async (pauseReason, waitingUntil, end) => {
    expect(await paused(end)).toEqual({ pauseReason, waitingUntil })
  })

  test.each(['LOGGED_OUT', 'REPLACED', 'VERSION_REFUSED'] as const)(
    'by %s does not',
    async (statusReason) => {
      await reportOf().ended({ ...ENDED, statusReason })
      expect(await restrictedUntil()).toBeUndefined()
    },
  )
})
