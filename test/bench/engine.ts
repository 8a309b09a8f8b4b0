import { DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/contract/settings'
import { putCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putSettings } from '@recado/shared/campaigns/store/settings'
import { putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { TenantTable } from '@recado/shared/table/tenant'
import { aCampaign, aCompany, aConnection } from '../support/builders.ts'
import { type CountedRequest, CountingProxy } from '../support/counting-proxy.ts'
import { clientAt, startEmulator } from '../support/dynamodb.ts'
import { aListOf } from '../support/stored-campaigns.ts'
import { bareLoop } from './bare-loop.ts'
import { EngineAlone } from './engine-alone.ts'
import { lookedUp } from './looked-up.ts'
import { given, type Size } from './size.ts'

const SIZES = {
  usual: { messages: given('MESSAGES', 10_000), counted: 500, paced: 20 },
  smallest: { messages: 40, counted: 20, paced: 2 },
}
const TABLE = 'engine'

export const UNPACED = { messageInterval: '0', longerIntervalAfter: '0' }
const A_SECOND_APART = { messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' }

/**
 * The campaign engine without intervals, beside a bare loop of the same writes on the same emulator. Also the units and
 * requests of a message, with and without intervals, counted by a proxy. WhatsApp answers at once here, so that only the
 * engine is measured. `MESSAGES=1000 npm run bench -- engine` is shorter.
 */
export async function benchEngine(size: Size): Promise<void> {
  const { messages, counted, paced } = SIZES[size]
  const dynamodb = await startEmulator()
  const proxy = await CountingProxy.before(dynamodb.address)
  const client = clientAt(proxy.address)
  try {
    await dynamodb.createTable(TABLE)
    // Timed work does not go through the proxy.
    const table = new DynamoTable(TABLE, dynamodb.client)
    const fast = await runCampaign({ table, watched: table }, 'FAST', messages, UNPACED)
    const bare = await timed(messages, () => bareLoop(new TenantTable(table, 'BARE'), messages))
    console.log(`\nengine, ${messages} recipients without an interval`)
    console.log(
      `  ${fast.rate.toFixed(0)} messages a second, a bare loop of the same writes ${bare.toFixed(0)}: ` +
        `${(fast.rate / bare).toFixed(2)} ×`,
    )
    const counting = { table: new DynamoTable(TABLE, client), watched: table }
    const fewer = await runCampaign(counting, 'COUNTED', counted, UNPACED, () => proxy.reset())
    show(`${counted} of them counted`, counted, proxy, fewer.requests)
    const slow = await runCampaign(counting, 'PACED', paced, A_SECOND_APART, () => proxy.reset())
    show('a second between two messages', paced, proxy, slow.requests)
  } finally {
    client.destroy()
    await proxy.stop()
    await dynamodb.stop()
  }
}

/** Requests that write a conversation and nothing else. */
const isOfConversation = ({ partitions }: CountedRequest): boolean =>
  partitions.every((pk) => /#(MESSAGES|CONVERSATIONS|MESSAGE-PLACES)/.test(pk))

function show(what: string, messages: number, proxy: CountingProxy, requestsToSqs: number): void {
  const each = (count: number) => (count / messages).toFixed(2)
  const ofConversation = proxy.units('write', isOfConversation)
  const ofEngine = proxy.units('write') - ofConversation
  console.log(`engine, ${what}`)
  console.log(
    `  write units a message: ${each(ofEngine)}, and ${each(ofConversation)} for its conversation` +
      `; read units ${each(proxy.units('read'))}`,
  )
  console.log(
    `  requests a message: ${each(proxy.requests.length)} to DynamoDB, ` +
      `${each(requestsToSqs)} to SQS, live events apart`,
  )
}

interface Tables {
  table: DynamoTable
  /** The table on which the bench waits for the end. Its reads are not counted. */
  watched: DynamoTable
}

/**
 * Runs a campaign of a new company.
 * @param onReady called when the ledger is written, before the measured part
 * @returns messages a second, and requests to SQS
 */
export async function runCampaign(
  { table, watched }: Tables,
  companyId: string,
  messages: number,
  settings: Partial<typeof DEFAULT_CAMPAIGN_SETTINGS>,
  onReady: () => void = () => undefined,
): Promise<{ rate: number; requests: number }> {
  const tenant = new TenantTable(table, companyId)
  await putCompany(tenant, aCompany({ id: companyId }))
  await putSettings(tenant, { ...DEFAULT_CAMPAIGN_SETTINGS, ...settings })
  const connection = aConnection({ companyId, status: 'CONNECTED' })
  await putConnection(tenant, connection)
  const contactListId = await fill(tenant, messages)
  const campaign = aCampaign({
    companyId,
    whatsappId: connection.id,
    contactListIds: [contactListId],
    message1: '{saudacao}, {nome}! Temos novidades para você.',
  })
  await putCampaign(tenant, campaign)
  const engine = new EngineAlone(table, connection.id)
  await engine.prepare(companyId, campaign.id)
  onReady()
  const rate = await timed(messages, () => engine.run(watched, companyId, campaign.id))
  return { rate, requests: engine.requests }
}

async function fill(tenant: TenantTable, contacts: number): Promise<string> {
  const people = Array.from({ length: contacts }, (_, index) => ({
    name: `Contato ${index}`,
    number: numberOf(index),
  }))
  await lookedUp(
    tenant,
    people.map(({ number }) => number),
  )
  return aListOf(tenant, people)
}

const numberOf = (index: number) => `55119${String(10_000_000 + index)}`

/** Messages a second. */
async function timed(messages: number, work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return messages / ((performance.now() - begun) / 1000)
}
