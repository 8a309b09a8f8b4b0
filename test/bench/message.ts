import { setTimeout as pause } from 'node:timers/promises'
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { getCounts } from '@recado/shared/campaigns/ledger/counts'
import { getList } from '@recado/shared/contact-lists/store'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { TenantTable } from '@recado/shared/table/tenant'
import type { ApiClient } from '../support/api-client.ts'
import { startQueues } from '../support/aws.ts'
import { type CountedRequest, CountingProxy } from '../support/counting-proxy.ts'
import { CountingQueues, type QueueRequest } from '../support/counting-queues.ts'
import { startEmulator } from '../support/dynamodb.ts'
import { eventually } from '../support/eventually.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'
import type { Measured } from './costs/cost-table.ts'
import { given, type Size } from './size.ts'

const SIZES = {
  // A lease is renewed every three seconds, and a sweep comes each minute.
  usual: { people: given('MESSAGES', 40), idleMs: 60_000 },
  smallest: { people: 2, idleMs: 1000 },
}
const SHOP = '5511900000001'

/** What went through the doors of the table and of the queues. */
interface Seen {
  table: CountedRequest[]
  queues: QueueRequest[]
}

/** What a message costs. Units are DynamoDB's; requests are those that AWS charges for. */
export interface MessageCost {
  tableWrites: number
  tableReads: number
  keyWrites: number
  keyReads: number
  tableRequests: number
  queueRequests: number
  liveEvents: number
}

/**
 * What a campaign's message costs, up to its being read, counted at the doors of the emulators: the whole system runs,
 * with unmodified Baileys and simulated phones, and no browser is open. First messages to strangers, then messages to the
 * same people. What the platform does by the clock is shown apart. `DETAILS=1` lists the requests.
 */
export async function benchMessage(size: Size): Promise<void> {
  await measureMessage(size)
}

/** Measures and prints it. */
export async function measureMessage(size: Size): Promise<Measured> {
  const { people, idleMs } = SIZES[size]
  const doors = await Doors.open()
  const system = await startSystem(undefined, doors.outside)
  try {
    const campaigns = await Campaigns.of(system, doors, people)
    const idle = costOf(await doors.during(() => pause(idleMs)), idleMs / 1000)
    print('an idle connection, a second', idle)
    const message = async (who: string) => {
      const seen = ofMessages(await doors.during(() => campaigns.run()))
      const cost = costOf(seen, people)
      print(`a message to ${who}`, cost)
      if (process.env.DETAILS) detail(seen, people)
      return cost
    }
    return { idle, stranger: await message('strangers'), known: await message('known people') }
  } finally {
    await system.stop()
    await doors.close()
  }
}

function print(what: string, cost: MessageCost): void {
  const of = (number: number) => number.toFixed(1)
  console.log(
    `${what}: write units ${of(cost.tableWrites)} and ${of(cost.keyWrites)} for keys; ` +
      `read units ${of(cost.tableReads)} and ${of(cost.keyReads)}; ` +
      `requests ${of(cost.tableRequests)} to DynamoDB, ${of(cost.queueRequests)} to SQS; ` +
      `live events ${of(cost.liveEvents)}`,
  )
}

const isOfKeys = ({ table }: CountedRequest): boolean => table.endsWith('-auth')
const isLiveEvent = ({ operation, queue }: QueueRequest): boolean =>
  operation === 'SendMessage' && queue.endsWith('-events')

function costOf({ table, queues }: Seen, by: number): MessageCost {
  const units = (kind: CountedRequest['kind'], ofKeys: boolean) =>
    table
      .filter((request) => request.kind === kind && isOfKeys(request) === ofKeys)
      .reduce((sum, { units }) => sum + units, 0) / by
  return {
    tableWrites: units('write', false),
    tableReads: units('read', false),
    keyWrites: units('write', true),
    keyReads: units('read', true),
    tableRequests: table.length / by,
    queueRequests: queues.length / by,
    liveEvents: queues.filter(isLiveEvent).length / by,
  }
}

/** Without the platform's own rounds, which follow the time and not the messages: leases, tasks, sweeps. */
const ofMessages = ({ table, queues }: Seen): Seen => ({
  queues: queues.filter(({ queue }) => !queue.endsWith('-sweep')),
  table: table.filter(({ partitions }) => !partitions.every((pk) => pk.startsWith('INDEX#'))),
})

/** The requests by operation and kind of row, the dearest first. */
function detail({ table, queues }: Seen, by: number): void {
  const kinds = ({ partitions }: CountedRequest) =>
    [...new Set(partitions.map((pk) => pk.replace(/[0-9A-Z]{26}/g, '*').replace(/\d{5,}/g, 'n')))].join(' + ')
  const groups = Map.groupBy(
    table,
    (request) => `${request.operation}${request.isRefused ? ' refused' : ''} ${kinds(request)}`,
  )
  const lines = [...groups].map(([name, requests]) => ({
    name,
    units: requests.reduce((sum, { units }) => sum + units, 0) / by,
    requests: requests.length / by,
  }))
  for (const { name, units, requests } of lines.sort((a, b) => b.units - a.units))
    console.log(`  ${units.toFixed(2).padStart(7)} units ${requests.toFixed(2).padStart(6)} × ${name}`)
  const byQueue = Map.groupBy(
    queues,
    ({ operation, queue }) => `${operation} ${queue.replace(/^recado-[0-9a-f]+-/, '')}`,
  )
  for (const [name, requests] of byQueue)
    console.log(`  ${(requests.length / by).toFixed(2).padStart(7)} × ${name}`)
}

/** The doors in front of a system's emulators. */
class Doors {
  readonly outside: { dynamodb: string; queues: string }
  /** A client past the door, for reads that are not counted. */
  readonly client: DynamoDBClient
  readonly #table: CountingProxy
  readonly #queues: CountingQueues
  readonly #stop: () => Promise<void>

  static async open(): Promise<Doors> {
    const [dynamodb, queues] = await Promise.all([startEmulator(), startQueues()])
    const table = await CountingProxy.before(dynamodb.address)
    const counted = await CountingQueues.before(queues.address)
    return new Doors(dynamodb.client, table, counted, async () => {
      await Promise.all([table.stop(), counted.stop()])
      await Promise.all([dynamodb.stop(), queues.stop()])
    })
  }

  private constructor(
    client: DynamoDBClient,
    table: CountingProxy,
    queues: CountingQueues,
    stop: () => Promise<void>,
  ) {
    this.client = client
    this.#table = table
    this.#queues = queues
    this.#stop = stop
    this.outside = { dynamodb: table.address, queues: queues.address }
  }

  async during(work: () => Promise<unknown>): Promise<Seen> {
    this.#table.reset()
    this.#queues.reset()
    await work()
    return { table: this.#table.requests, queues: this.#queues.requests }
  }

  close = () => this.#stop()
}

/** Campaigns of one company to the same people. They read every message. */
class Campaigns {
  readonly #admin: ApiClient
  readonly #table: TenantTable
  readonly #whatsappId: string
  readonly #contactListId: string
  readonly #people: string[]

  static async of(system: RunningSystem, doors: Doors, count: number): Promise<Campaigns> {
    const principals = new Principals(system)
    const companyId = await principals.company()
    const admin = await principals.signedIn(companyId)
    const { id: whatsappId } = await admin.linkedConnection(SHOP)
    await admin.settings({ messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' })
    const people = Array.from({ length: count }, (_, index) => `55119555${String(10_001 + index)}`)
    const { id: contactListId } = await admin.newList()
    await admin.addContacts(contactListId, people)
    const table = new TenantTable(new DynamoTable(system.layout.names.table, doors.client), companyId)
    return new Campaigns(admin, table, { whatsappId, contactListId, people })
  }

  private constructor(
    admin: ApiClient,
    table: TenantTable,
    { whatsappId, contactListId, people }: { whatsappId: string; contactListId: string; people: string[] },
  ) {
    this.#admin = admin
    this.#table = table
    this.#whatsappId = whatsappId
    this.#contactListId = contactListId
    this.#people = people
  }

  /** Sends to everybody, and waits until everybody has read. */
  async run(): Promise<void> {
    const { id } = await this.#admin.newCampaign({
      whatsappId: this.#whatsappId,
      contactListId: this.#contactListId,
      message1: '{saudacao}, {nome}! Temos novidades para você.',
    })
    await this.#admin.call('startCampaign', { campaignId: id })
    const { length } = this.#people
    const counts = () => getCounts(this.#table, id)
    const within = 30_000 + 3000 * length
    await eventually('all messages arrive', async () => (await counts()).received === length, within)
    for (const number of this.#people)
      await this.#admin.simulator('POST', `/phones/${number}/read`, { chat: SHOP })
    await eventually('all messages are read', async () => (await counts()).read === length, within)
    const learned = async () => (await getList(this.#table, this.#contactListId))?.valids === length
    await eventually('the list has learned who is on WhatsApp', learned, within)
  }
}
