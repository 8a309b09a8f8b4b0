import type { CampaignReport } from '@recado/shared/campaigns/campaign'
import { countsKey, NO_COUNTS } from '@recado/shared/campaigns/counts'
import { putRecipients } from '@recado/shared/campaigns/ledger'
import { ledgerId, type Recipient } from '@recado/shared/campaigns/recipient'
import { putCampaign } from '@recado/shared/campaigns/store'
import { rememberAddress } from '@recado/shared/contacts/addresses'
import { SOCKET_LIMITS } from '@recado/shared/http/limits'
import type { TenantTable } from '@recado/shared/table/tenant'
import { ApiClient } from '../support/api-client.ts'
import { aCampaign } from '../support/builders.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'

const ROWS = Number(process.env.ROWS ?? 100_000)
const VIEWERS = Number(process.env.VIEWERS ?? 200)
const WATCHED = 30
const ROUNDS = 20
const AT_ONCE = 500
const SHOP = '5511900000009'

/**
 * The report of a campaign to 100,000 people, and what 200 browsers hear of one that runs, on the whole system.
 * `ROWS=10000 VIEWERS=50 npm run bench -- report` is smaller.
 */
export async function benchReport(): Promise<void> {
  const system = await startSystem()
  try {
    const admin = await ApiClient.signIn(system.origin)
    const { companyId } = await admin.done<{ companyId: string }>('GET', '/auth/me')
    const principals = new Principals(system)
    const table = principals.tenant(companyId)
    await measureReport(admin, table)
    await measureLive(admin, table, principals)
  } finally {
    await system.stop()
  }
}

async function measureReport(admin: ApiClient, table: TenantTable): Promise<void> {
  const id = await putReport(table)
  console.log(`\nreport of ${ROWS} recipients, answers of the API`)
  await timed('the report with its first 1,000', () => admin.report(id))
  let cursor = ''
  await timed('page after page', async () => {
    const page = await admin.done<{ nextCursor: string | null }>(
      'GET',
      `/campaigns/${id}/shippings?${cursor}`,
    )
    cursor = page.nextCursor ? `cursor=${encodeURIComponent(page.nextCursor)}` : ''
  })
  for (const [what, query] of [
    ['those that failed, one of a hundred', 'status=FAILED'],
    ['a name that a tenth have', 'searchParam=fulano%205'],
    ['a number that one has', `searchParam=${numberOf(ROWS - 7)}`],
  ] as const)
    await timed(what, () => admin.done('GET', `/campaigns/${id}/shippings?${query}`))
}

async function putReport(table: TenantTable): Promise<string> {
  const { companyId } = table
  const now = new Date().toISOString()
  const campaign = aCampaign({ companyId, status: 'FINALIZADA', recipients: ROWS, validContacts: ROWS })
  const ledger = ledgerId(campaign.id, 1)
  for (let from = 0; from < ROWS; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, ROWS - from) }, (_, index) => from + index)
    await putRecipients(
      table,
      some.map((place) => recipientAt(place, { campaignId: campaign.id, ledger, createdAt: now })),
    )
  }
  const failed = Math.ceil(ROWS / 100)
  await table.put({
    ...NO_COUNTS,
    campaignId: campaign.id,
    failed,
    sent: ROWS - failed,
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

async function measureLive(admin: ApiClient, table: TenantTable, principals: Principals): Promise<void> {
  const connection = await admin.linkedConnection(SHOP)
  const numbers = Array.from({ length: WATCHED }, (_, index) => `55119${String(60_000_001 + index)}`)
  const list = await admin.newList()
  await admin.addContacts(list.id, numbers)
  for (const number of numbers)
    await rememberAddress(table, number, { exists: true, jid: `${number}@s.whatsapp.net` }, Date.now())
  await admin.settings({ messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' })
  const { id } = await admin.newCampaign({ whatsappId: connection.id, contactListId: list.id })
  const viewers: LiveSocket[] = []
  // A session has so many sockets at most.
  while (viewers.length < VIEWERS) {
    const viewer = await principals.signedIn(table.companyId)
    for (let tab = 0; tab < SOCKET_LIMITS.perSession && viewers.length < VIEWERS; tab++)
      viewers.push(await LiveSocket.open(viewer))
  }
  await admin.done('POST', `/campaigns/${id}/start`)
  const report = await admin.finished(id, 300_000)
  const late = viewers.flatMap((viewer) => delays(viewer, report))
  late.sort((a, b) => a - b)
  const at = (share: number) => `${(late[Math.ceil(late.length * share) - 1] ?? 0).toFixed(0)} ms`
  const rate = Math.max(...viewers.map(countersASecond))
  console.log(`\n${VIEWERS} browsers watch ${WATCHED} messages, a second between two`)
  console.log(`  from WhatsApp's acknowledgement to a browser: median ${at(0.5)}, p95 ${at(0.95)}`)
  console.log(`  frames with counters to one browser: ${rate.toFixed(2)} a second`)
  for (const viewer of viewers) viewer.close()
}

/** From the moment a message was acknowledged until a browser was first told so, in milliseconds. */
function delays({ frames, moments }: LiveSocket, { shipping }: CampaignReport): number[] {
  return shipping.flatMap(({ id, sentAt }) => {
    const first = frames.findIndex((frame) => {
      const told = frame.campaignShipping as { id: string; status: string } | undefined
      return told?.id === id && told.status === 'SENDED'
    })
    return first < 0 || !sentAt ? [] : [(moments[first] ?? 0) - Date.parse(sentAt)]
  })
}

function countersASecond({ frames, moments }: LiveSocket): number {
  const times = moments.filter((_, index) => frames[index]?.action === 'updateCounters')
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000
  return (times.length - 1) / seconds
}

async function timed(what: string, call: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now()
    await call()
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => `${(times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(0)} ms`
  console.log(`  ${what.padEnd(38)} median ${at(0.5)}, p95 ${at(0.95)}`)
}
