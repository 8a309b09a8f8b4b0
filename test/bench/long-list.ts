import { startCampaign } from '@recado/shared/campaigns/engine/start'
import { getCampaign, putCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putCompany } from '@recado/shared/companies/store'
import { itemKey, type StoredItem } from '@recado/shared/contact-lists/items'
import { putList } from '@recado/shared/contact-lists/store'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { keyIn, type NewRow } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { aCampaign, aCompany, aContactList } from '../support/builders.ts'
import { startEmulator } from '../support/dynamodb.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { given, type Size } from './size.ts'

const SIZES = {
  usual: { contacts: [10_000, given('ROWS', 100_000)] },
  smallest: { contacts: [100] },
}
const WRITTEN_AT_ONCE = 500
/** Their rate does not change with more. */
const BARE_AT_MOST = 100_000
const TABLE = 'long-list'

/**
 * The start of a campaign to a long list, beside bare writes of such rows on the same emulator: the rate
 * must not fall with the length. Also the most memory that the process took. `ROWS=2000000 npm run bench -- long-list`
 * has a list of two million.
 */
export async function benchLongList(size: Size): Promise<void> {
  console.log('\ncontacts  jobs  the start, rows a second  bare writes, rows a second  ratio  memory at most')
  for (const contacts of SIZES[size].contacts) {
    const dynamodb = await startEmulator()
    try {
      await dynamodb.createTable(TABLE)
      const table = new DynamoTable(TABLE, dynamodb.client)
      const tenant = new TenantTable(table, 'A')
      const listId = await fill(tenant, contacts)
      const rows = Math.min(contacts, BARE_AT_MOST)
      const bare = rows / (await secondsOf(() => bareWrites(tenant, rows)))
      const memory = new Memory()
      const { seconds, jobs } = await start(table, listId, contacts)
      const rate = contacts / seconds
      console.log(
        [
          String(contacts).padEnd(8),
          String(jobs).padEnd(4),
          rate.toFixed(0).padEnd(23),
          bare.toFixed(0).padEnd(25),
          `${(rate / bare).toFixed(2)} ×`,
          `${memory.stop()} MB`,
        ].join('  '),
      )
    } finally {
      await dynamodb.stop()
    }
  }
}

/** Runs the jobs of a start until the ledger is complete. */
async function start(
  table: DynamoTable,
  listId: string,
  contacts: number,
): Promise<{ seconds: number; jobs: number }> {
  const tenant = new TenantTable(table, 'A')
  const now = new Date().toISOString()
  const campaign = aCampaign({
    companyId: 'A',
    contactListIds: [listId],
    status: 'EM_ANDAMENTO',
    startedAt: now,
    dueAt: now,
  })
  await putCompany(tenant, aCompany({ id: 'A' }))
  await putCampaign(tenant, campaign)
  const { ports } = enginePorts(table, Date.now)
  let jobs = 0
  const seconds = await secondsOf(async () => {
    for (let isReady = false; !isReady; jobs++) {
      await startCampaign(ports, 'A', campaign.id)
      isReady = Boolean((await getCampaign(tenant, campaign.id))?.preparedAt)
    }
  })
  const prepared = await getCampaign(tenant, campaign.id)
  if (prepared?.recipients !== contacts) throw new Error(`The ledger has ${prepared?.recipients} recipients`)
  return { seconds, jobs }
}

async function fill(tenant: TenantTable, contacts: number): Promise<string> {
  const list = aContactList({ companyId: 'A', contactsCount: contacts })
  await putList(tenant, list)
  const at = new Date().toISOString()
  await inBatches(
    contacts,
    (place) => ({ ...aContact(list.id, place, at), ...itemKey(list.id, place) }),
    tenant,
  )
  return list.id
}

const aContact = (contactListId: string, place: number, createdAt: string): StoredItem => ({
  place,
  contactListId,
  name: `Contato ${place}`,
  number: `55${11 + (place % 80)}9${String(10_000_000 + Math.floor(place / 80))}`,
  email: '',
  var1: '',
  var2: '',
  var3: '',
  isWhatsappValid: null,
  createdAt,
  card: place - (place % 40),
})

/** Rows as large as a recipient, in eight partitions as a ledger has. */
const bareWrites = (tenant: TenantTable, rows: number): Promise<void> => {
  const at = new Date().toISOString()
  return inBatches(
    rows,
    (place) => ({
      ...aContact('list', place, at),
      ...keyIn<StoredItem>(`BARE#${place % 8}`, String(place).padStart(8, '0')),
      searchText: `contato ${place} 5511910000000`,
      status: 'PENDING',
      step: 'message',
      level: 'none',
    }),
    tenant,
  )
}

async function inBatches(
  rows: number,
  rowAt: (place: number) => NewRow<StoredItem>,
  tenant: TenantTable,
): Promise<void> {
  for (let from = 0; from < rows; from += WRITTEN_AT_ONCE)
    await tenant.putMany(
      Array.from({ length: Math.min(WRITTEN_AT_ONCE, rows - from) }, (_, index) => rowAt(from + index)),
    )
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

/** The most memory of this process, looked at five times a second. */
class Memory {
  #most = 0
  readonly #timer = setInterval(() => this.#look(), 200)

  #look(): void {
    this.#most = Math.max(this.#most, process.memoryUsage().rss)
  }

  /** @returns megabytes */
  stop(): number {
    clearInterval(this.#timer)
    this.#look()
    return Math.round(this.#most / 1024 ** 2)
  }
}
