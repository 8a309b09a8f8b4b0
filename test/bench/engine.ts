import { DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/settings'
import { putSettings } from '@recado/shared/campaigns/settings-store'
import { putCampaign } from '@recado/shared/campaigns/store'
import { putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { additions } from '@recado/shared/contact-lists/item-writes'
import { putList } from '@recado/shared/contact-lists/store'
import { rememberAddress } from '@recado/shared/contacts/addresses'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { TenantTable } from '@recado/shared/table/tenant'
import { aCampaign, aCompany, aConnection, aContactList } from '../support/builders.ts'
import { startDynamoDb } from '../support/dynamodb.ts'
import { bareLoop } from './bare-loop.ts'
import { EngineAlone } from './engine-alone.ts'
import { WriteUnits } from './write-units.ts'

const MESSAGES = Number(process.env.MESSAGES ?? 10_000)
const CONTACTS_AT_ONCE = 40
const COMPANY = 'BENCH'

/**
 * The campaign engine without intervals, beside a bare loop of the same writes on the same emulator; and what a
 * message costs, with and without intervals. WhatsApp answers at once here: it is the engine that is measured.
 * `MESSAGES=1000 npm run bench -- engine` is shorter.
 */
export async function benchEngine(): Promise<void> {
  const dynamodb = await startDynamoDb()
  try {
    await dynamodb.createTable('engine')
    const units = new WriteUnits(dynamodb.client)
    const table = new DynamoTable('engine', dynamodb.client)
    const fast = await measured(table, units, MESSAGES, { messageInterval: '0', longerIntervalAfter: '0' })
    const bare = await timed(MESSAGES, () => bareLoop(new TenantTable(table, 'BARE'), MESSAGES))
    console.log(`\nengine, ${MESSAGES} recipients without an interval`)
    console.log(
      `  ${fast.rate.toFixed(0)} messages a second, a bare loop of the same writes ${bare.toFixed(0)}: ` +
        `${(fast.rate / bare).toFixed(2)} ×`,
    )
    show(fast)
    const one = { messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' }
    const paced = await measured(table, units, 20, one)
    console.log('engine, a second between two messages')
    show(paced)
  } finally {
    await dynamodb.stop()
  }
}

interface Measured {
  rate: number
  /** For each message. */
  units: number
  unitsApart: number
  requests: number
}

function show({ units, unitsApart, requests }: Measured): void {
  console.log(
    `  write units a message: ${units.toFixed(2)}, and ${unitsApart.toFixed(2)} for its conversation`,
  )
  console.log(`  requests to SQS a message: ${requests.toFixed(2)}, live events apart`)
}

async function measured(
  table: DynamoTable,
  units: WriteUnits,
  messages: number,
  settings: Partial<typeof DEFAULT_CAMPAIGN_SETTINGS>,
): Promise<Measured> {
  const companyId = `${COMPANY}-${messages}`
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
  units.reset()
  const rate = await timed(messages, () => engine.run(companyId, campaign.id))
  return {
    rate,
    units: units.engine / messages,
    unitsApart: units.conversation / messages,
    requests: engine.requests / messages,
  }
}

async function fill(tenant: TenantTable, contacts: number): Promise<string> {
  const { companyId } = tenant
  const list = aContactList({ companyId })
  await putList(tenant, list)
  for (let from = 0; from < contacts; from += CONTACTS_AT_ONCE) {
    const some = Array.from({ length: Math.min(CONTACTS_AT_ONCE, contacts - from) }, (_, index) => ({
      name: `Contato ${from + index}`,
      number: numberOf(from + index),
      email: '',
      var1: '',
      var2: '',
      var3: '',
    }))
    const now = new Date().toISOString()
    await tenant.transact(
      additions({ listId: list.id, firstPlace: from, contacts: some, holders: new Map(), now }),
    )
    // WhatsApp was asked about them before.
    await Promise.all(
      some.map(({ number }) =>
        rememberAddress(tenant, number, { exists: true, jid: `${number}@s.whatsapp.net` }, Date.now()),
      ),
    )
  }
  return list.id
}

const numberOf = (index: number) => `55119${String(10_000_000 + index)}`

/** Messages a second. */
async function timed(messages: number, work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return messages / ((performance.now() - begun) / 1000)
}
