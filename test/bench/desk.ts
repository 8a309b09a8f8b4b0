import { DynamoTable } from '@recado/shared/table/dynamo'
import { CountingProxy } from '../support/counting-proxy.ts'
import { type RunningDynamoDb, startEmulator } from '../support/dynamodb.ts'
import type { DeskSize } from './desk/company.ts'
import { openFunctions } from './desk/functions.ts'
import { Line } from './desk/line.ts'
import { seed, seededDatabase } from './desk/seeded.ts'
import { type Desk, WORKS, type Work } from './desk/works.ts'
import { percentile } from './percentile.ts'
import { given, type Size } from './size.ts'

const TABLE = 'desk'
const MANY = given('DESK_TICKETS', 10_000)
const SIZES: Record<Size, DeskSize[]> = {
  usual: [
    { companyId: 'FEW', tickets: 100, closed: 100, messages: 1000, searched: 1000, contacts: 500 },
    {
      companyId: 'MANY',
      tickets: MANY,
      closed: MANY,
      messages: given('DESK_MESSAGES', 1_000_000),
      searched: given('DESK_SEARCHED', 200_000),
      contacts: given('DESK_CONTACTS', 50_000),
    },
  ],
  smallest: [
    { companyId: 'FEW', tickets: 8, closed: 2, messages: 20, searched: 20, contacts: 5 },
    { companyId: 'MANY', tickets: 16, closed: 4, messages: 40, searched: 40, contacts: 10 },
  ],
}
const REPEATS = { usual: 20, smallest: 1 }
/** The largest ratio of many to few (part 4 §13). */
const RATIO_MAX = 1.5

/**
 * Time, DynamoDB units and queue requests of what attendants do, for a company with few tickets and one with many
 * (part 4 §13). `DESK_TICKETS=1000 DESK_MESSAGES=20000 npm run bench -- desk` has fewer.
 */
export async function benchDesk(size: Size): Promise<void> {
  if (size === 'smallest') return onEmulator(size, ':memory:')
  const { path, remove } = await seededDatabase(TABLE, SIZES[size])
  try {
    await onEmulator(size, path)
  } finally {
    remove()
  }
}

async function onEmulator(size: Size, database: string): Promise<void> {
  const dynamodb = await startEmulator(database)
  try {
    if (size === 'smallest') await seedInMemory(dynamodb, SIZES[size])
    const proxy = await CountingProxy.before(dynamodb.address)
    const line = new Line()
    const functions = await openFunctions(await line.start(), TABLE)
    const way: Way = { proxy, line, past: dynamodb.address }
    try {
      const desks = SIZES[size].map((each): Desk => ({ size: each, functions, next: 0 }))
      const columns = SIZES[size].map(({ tickets }) => `${tickets} tickets`.padEnd(44))
      console.log(`\n${'desk: p50 and p95, units, requests'.padEnd(36)} ${columns.join(' ')} p50 ratio`)
      for (const what of Object.keys(WORKS)) await compare(what, desks, way, REPEATS[size])
    } finally {
      await functions.stop()
      await line.stop()
      await proxy.stop()
    }
  } finally {
    await dynamodb.stop()
  }
}

async function seedInMemory(dynamodb: RunningDynamoDb, sizes: readonly DeskSize[]): Promise<void> {
  await dynamodb.createTable(TABLE)
  await seed(new DynamoTable(TABLE, dynamodb.client), sizes)
}

interface Measured {
  times: number[]
  read: number
  write: number
  queued: number
}

/** The functions' way to the emulator: through the proxy that counts, or past it. */
interface Way {
  proxy: CountingProxy
  line: Line
  past: string
}

/** Counts first, which also warms up. Then takes turns, so that both sides meet the same machine. */
async function compare(what: string, desks: readonly Desk[], way: Way, repeats: number): Promise<void> {
  const work = WORKS[what]
  if (!work) return
  way.line.leadsTo = way.proxy.address
  const sides: Measured[] = []
  for (const desk of desks) sides.push(await countsOf(work, desk, way.proxy))
  way.line.leadsTo = way.past
  for (let turn = 0; turn < repeats; turn++) {
    for (const [index, desk] of desks.entries()) {
      const begun = performance.now()
      await work.run(desk)
      sides[index]?.times.push(performance.now() - begun)
    }
  }
  const [few, many] = sides
  if (few && many) print(what, few, many)
}

async function countsOf(work: Work, desk: Desk, proxy: CountingProxy): Promise<Measured> {
  const { queues } = desk.functions
  const queuedBefore = queues.requests
  proxy.reset()
  await work.run(desk)
  const queued = queues.requests - queuedBefore
  return { times: [], read: proxy.units('read'), write: proxy.units('write'), queued }
}

function print(what: string, few: Measured, many: Measured): void {
  const { most, mostWrites, mostQueued } = WORKS[what] ?? {}
  const ratio = percentile(many.times, 0.5) / percentile(few.times, 0.5)
  const missed = [
    ...(ratio > RATIO_MAX ? [`over ${RATIO_MAX} ×`] : []),
    ...(most !== undefined && percentile(many.times, 0.95) > most ? [`p95 over ${most} ms`] : []),
    ...(mostWrites !== undefined && many.write > mostWrites ? [`over ${mostWrites} write units`] : []),
    ...(mostQueued !== undefined && many.queued > mostQueued ? [`over ${mostQueued} requests`] : []),
  ]
  const columns = [few, many].map((side) => columnOf(side).padEnd(44))
  console.log(`${what.padEnd(36)} ${columns.join(' ')} ${ratio.toFixed(2)} ×  ${missed.join(', ')}`)
}

const columnOf = ({ times, read, write, queued }: Measured): string =>
  `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)} ms  ${read} r ${write} w ${queued} q`
