import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { countsKey, NO_COUNTS } from '@recado/shared/campaigns/ledger/counts'
import { putRecipients } from '@recado/shared/campaigns/ledger/ledger'
import { ledgerId, type Recipient } from '@recado/shared/campaigns/ledger/recipient'
import { putCampaign } from '@recado/shared/campaigns/store/campaigns'
import { SOCKET_LIMITS } from '@recado/shared/http/limits'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { ApiClient } from '../support/api-client.ts'
import { aCampaign } from '../support/builders.ts'
import { LiveSocket } from '../support/live-socket.ts'
import type { RunningSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'
import { lookedUp } from './looked-up.ts'
import { percentile } from './percentile.ts'
import { given, type Size } from './size.ts'

const SIZES = {
  usual: { rows: given('ROWS', 100_000), viewers: given('VIEWERS', 200), watched: 30, rounds: 20 },
  smallest: { rows: 300, viewers: 2, watched: 3, rounds: 1 },
}
type Sizes = (typeof SIZES)['usual']
const AT_ONCE = 500
const SHOP = '5511900000009'

/**
 * The report of a campaign to 100,000 people, and the live events of a running campaign for 200 browsers, on the whole
 * system. `ROWS=10000 VIEWERS=50 npm run bench -- report` is smaller.
 */
export async function benchReport(system: RunningSystem, size: Size): Promise<void> {
  const principals = new Principals(system)
  const companyId = await principals.company()
  const admin = await principals.signedIn(companyId)
  const table = principals.tenant(companyId)
  await measureReport(admin, table, SIZES[size])
  await measureLive(admin, table, principals, SIZES[size])
}

async function measureReport(admin: ApiClient, table: TenantTable, { rows, rounds }: Sizes): Promise<void> {
  const id = await putReport(table, rows)
  const timed = (what: string, call: () => Promise<unknown>) => timedOver(rounds, what, call)
  console.log(`\nreport of ${rows} recipients, answers of the API`)
  await timed('the report with its first 1,000', () => admin.report(id))
  let cursor: string | undefined
  await timed('page after page', async () => {
    const page = await admin.call('listShippings', { campaignId: id, cursor })
    cursor = page.nextCursor ?? undefined
  })
  for (const [what, query] of [
    ['those that failed, one of a hundred', { status: 'FAILED' }],
    ['a name that a tenth have', { searchParam: 'fulano 5' }],
    ['a number that one has', { searchParam: numberOf(rows - 7) }],
  ] as const)
    await timed(what, () => admin.call('listShippings', { campaignId: id, ...query }))
}

/** Writes a finished campaign with this many recipients. One in a hundred failed. @returns its id */
export async function putReport(table: TenantTable, rows: number): Promise<string> {
  const { companyId } = table
  const now = new Date().toISOString()
  const campaign = aCampaign({ companyId, status: 'FINALIZADA', recipients: rows, validContacts: rows })
  const ledger = ledgerId(campaign.id, 1)
  for (let from = 0; from < rows; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, rows - from) }, (_, index) => from + index)
    await putRecipients(
      table,
      some.map((place) => recipientAt(place, { campaignId: campaign.id, ledger, createdAt: now })),
    )
  }
  const failed = Math.ceil(rows / 100)
  await table.put({
    ...NO_COUNTS,
    campaignId: campaign.id,
    failed,
    sent: rows - failed,
    ...countsKey(campaign.id),
  })
  await putCampaign(table, { ...campaign, ledger, preparedAt: now, completedAt: now })
  return campaign.id
}

function recipientAt(place: number, of: Pick<Recipient, 'campaignId' | 'ledger' | 'createdAt'>): Recipient {
  const [name, number] = [`Fulano ${place % 10} da Silva`, numberOf(place)]
  const state = place % 100 === 0 ? { status: 'FAILED', reason: 'REFUSED' } : { status: 'SENDED' }
  return {
    ...of,
    name,
    number,
    email: '',
    var1: '',
    var2: '',
    var3: '',
    place,
    step: 'message',
    attempt: 1,
    variant: 1,
    confirmationVariant: 1,
    level: 'server',
    block: false,
    searchText: `${name.toLowerCase()} ${number}`,
    ...(state as Pick<Recipient, 'status' | 'reason'>),
  }
}

const numberOf = (place: number) => `55119${String(30_000_001 + place)}`

async function measureLive(
  admin: ApiClient,
  table: TenantTable,
  principals: Principals,
  { viewers: count, watched }: Sizes,
): Promise<void> {
  const connection = await admin.linkedConnection(SHOP)
  const numbers = Array.from({ length: watched }, (_, index) => `55119${String(60_000_001 + index)}`)
  const list = await admin.newList()
  await admin.addContacts(list.id, numbers)
  await lookedUp(table, numbers)
  await admin.settings({ messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' })
  const { id } = await admin.newCampaign({ whatsappId: connection.id, contactListId: list.id })
  const viewers: LiveSocket[] = []
  // The limit of sockets per session.
  while (viewers.length < count) {
    const viewer = await principals.signedIn(table.companyId)
    for (let tab = 0; tab < SOCKET_LIMITS.perSession && viewers.length < count; tab++)
      viewers.push(await LiveSocket.open(viewer))
  }
  await admin.call('startCampaign', { campaignId: id })
  const report = await admin.finished(id, 300_000)
  const late = viewers.flatMap((viewer) => delays(viewer, report))
  const at = (share: number) => `${percentile(late, share).toFixed(0)} ms`
  const rate = Math.max(...viewers.map(countersASecond))
  console.log(`\n${count} browsers watch ${watched} messages, a second between two`)
  console.log(`  from WhatsApp's acknowledgement to a browser: median ${at(0.5)}, p95 ${at(0.95)}`)
  console.log(`  frames with counters to one browser: ${rate.toFixed(2)} a second`)
  for (const viewer of viewers) viewer.close()
}

/** Milliseconds from a message's acknowledgement to a browser's first event about it. */
function delays({ frames, moments }: LiveSocket, { shipping }: CampaignReport): number[] {
  return shipping.flatMap(({ id, sentAt }) => {
    const first = frames.findIndex((frame) => {
      const told = frame.campaignShipping as { id: string; status: string } | undefined
      return told?.id === id && told.status === 'SENDED'
    })
    return first < 0 || !sentAt ? [] : [(moments[first] ?? 0) - Date.parse(sentAt)]
  })
}

/** A short campaign may end with one frame: that is no rate yet. */
function countersASecond({ frames, moments }: LiveSocket): number {
  const times = moments.filter((_, index) => frames[index]?.action === 'updateCounters')
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000
  return seconds > 0 ? (times.length - 1) / seconds : 0
}

async function timedOver(rounds: number, what: string, call: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const from = performance.now()
    await call()
    times.push(performance.now() - from)
  }
  const at = (share: number) => `${percentile(times, share).toFixed(0)} ms`
  console.log(`  ${what.padEnd(38)} median ${at(0.5)}, p95 ${at(0.95)}`)
}
