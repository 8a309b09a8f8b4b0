import { execFile } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { type Person, Principals } from '../support/principals.ts'
import { lookedUp } from './looked-up.ts'
import { given, type Size } from './size.ts'

const SIZES = {
  usual: { people: given('PEOPLE', 200), idleMs: 30_000, warm: 2 },
  smallest: { people: 2, idleMs: 500, warm: 1 },
}
const SHOP = '5511900080001'
const BARE = '5511900080002'

/** Parts that run on AWS as services, or not at all: the emulators, and the simulated WhatsApp. */
const OURS = ['gateway', 'workers', 'session'] as const

/** By part: milliseconds of processor time since its start. */
type Usage = Record<string, number>

/** What a campaign took. */
interface Run {
  /** Milliseconds of processor time for each message, by part. */
  each: Usage
  /** Seconds from the click on "start" to the first phone, and from the first phone to the last. */
  firstAfter: number
  firstToLast: number
  inOrder: boolean
}

/**
 * The processor time of a campaign without an interval to known people, by part of the system: the first campaign after a
 * start of all processes, and later ones. Beside it, plain Baileys that sends the same texts through the same simulator.
 * Then the system at rest, with one connection.
 */
export async function benchProcessor(size: Size): Promise<void> {
  const { people: count, idleMs, warm: turns } = SIZES[size]
  const people = Array.from({ length: count }, (_, index) => `55119777${String(10_001 + index)}`)
  const folder = await mkdtemp(join(tmpdir(), 'recado-bench-'))
  const first = await startSystem(folder)
  let campaigns: Campaigns
  try {
    campaigns = await Campaigns.prepare(first, people)
    await campaigns.run(first)
  } finally {
    await first.halt()
  }
  const system = await startSystem(folder)
  try {
    const cold = await campaigns.run(system)
    const warm: Run[] = []
    for (let turn = 0; turn < turns; turn++) warm.push(await campaigns.run(system))
    const bare = await bareLoop(system.layout.ports.simulator, people)
    printRuns(cold, warm, bare)
    await printRest(system, idleMs)
  } finally {
    await system.stop()
  }
}

function printRuns(cold: Run, warm: readonly Run[], bare: number): void {
  const last = warm.at(-1) ?? cold
  const columns = [cold, ...warm]
  console.log(
    `\nprocessor time a message (ms)   cold      ${warm.map((_, index) => `warm ${index + 1}`.padEnd(10)).join('')}cold : warm`,
  )
  for (const part of Object.keys(last.each)) {
    const figures = columns.map(({ each }) => (each[part] ?? 0).toFixed(1).padEnd(10)).join('')
    console.log(`  ${part.padEnd(30)}${figures}${ratio(cold.each[part], last.each[part])}`)
  }
  const own = ({ each }: Run) => OURS.reduce((sum, part) => sum + (each[part] ?? 0), 0)
  const sums = columns.map((run) => own(run).toFixed(1).padEnd(10)).join('')
  console.log(`  ${'our own code'.padEnd(30)}${sums}${ratio(own(cold), own(last))}`)
  console.log(
    `  plain Baileys ${bare.toFixed(1)} ms; the socket service takes ${ratio(last.each.session, bare)} of it`,
  )
  for (const [index, { firstAfter, firstToLast, inOrder }] of columns.entries())
    console.log(
      `  ${index === 0 ? 'cold' : `warm ${index}`}: first phone after ${firstAfter.toFixed(1)} s, first to last ${firstToLast.toFixed(1)} s, ` +
        `${inOrder ? 'in the order of the list' : 'not in the order of the list'}`,
    )
}

/** With a hundredth of a second as the unit of the kernel, a part at rest may have taken none. */
const ratio = (one = 0, other = 0): string => (other > 0 ? `${(one / other).toFixed(2)} ×` : '—')

async function printRest(system: RunningSystem, idleMs: number): Promise<void> {
  const before = await usageOf(system)
  await pause(idleMs)
  const after = await usageOf(system)
  const memory = await memoryOf(system)
  console.log('at rest, one connection         ms a second   memory (MB)')
  for (const part of Object.keys(after)) {
    const took = (((after[part] ?? 0) - (before[part] ?? 0)) / (idleMs / 1000)).toFixed(1)
    console.log(`  ${part.padEnd(30)}${took.padEnd(14)}${memory[part]}`)
  }
}

async function bareLoop(port: number, people: readonly string[]): Promise<number> {
  const script = join(import.meta.dirname, 'processor-bare.ts')
  const args = ['--no-warnings', script, String(port), BARE, people.join(',')]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number(stdout)
}

/** Campaigns of one company to the same people. */
class Campaigns {
  readonly #admin: Person
  readonly #campaign: { whatsappId: string; contactListId: string }
  readonly #people: readonly string[]

  static async prepare(system: RunningSystem, people: readonly string[]): Promise<Campaigns> {
    const principals = new Principals(system)
    const company = await principals.company()
    const person = await principals.person(company)
    const admin = await principals.signIn(person)
    const { id: whatsappId } = await admin.linkedConnection(SHOP)
    await admin.settings({ messageInterval: '0', longerIntervalAfter: '0' })
    const { id: contactListId } = await admin.newList()
    await admin.addContacts(contactListId, people)
    await lookedUp(principals.tenant(company), people)
    return new Campaigns(person, { whatsappId, contactListId }, people)
  }

  private constructor(
    admin: Person,
    campaign: { whatsappId: string; contactListId: string },
    people: readonly string[],
  ) {
    this.#admin = admin
    this.#campaign = campaign
    this.#people = people
  }

  /** Sends to everybody, and waits until every phone has its message. */
  async run(system: RunningSystem): Promise<Run> {
    const { email, password } = this.#admin
    const admin = await new Principals(system).signIn({ email, password })
    await admin.connected(this.#campaign.whatsappId)
    const message1 = `{saudacao}, {nome}! Temos novidades para você (${Date.now()}).`
    const { id } = await admin.newCampaign({ ...this.#campaign, message1 })
    const before = await usageOf(system)
    const begun = Date.now()
    await admin.call('startCampaign', { campaignId: id })
    await eventually(
      'all are reached',
      async () => (await admin.report(id)).counters.received === this.#people.length,
      180_000,
    )
    const after = await usageOf(system)
    const arrived = await this.#arrivals(admin)
    const parts = Object.keys(after)
    const [firstAt, lastAt] = [Math.min(...arrived), Math.max(...arrived)]
    return {
      each: Object.fromEntries(
        parts.map((part) => [part, ((after[part] ?? 0) - (before[part] ?? 0)) / this.#people.length]),
      ),
      firstAfter: (firstAt - begun) / 1000,
      firstToLast: (lastAt - firstAt) / 1000,
      inOrder: arrived.every((at, index) => index === 0 || at >= (arrived[index - 1] ?? 0)),
    }
  }

  /** When the newest message reached each phone, in the order of the list. */
  async #arrivals(admin: ApiClient): Promise<number[]> {
    const at: number[] = []
    for (const number of this.#people) {
      const messages = (await admin.messagesOf(number)).filter(({ fromMe }) => !fromMe)
      at.push(Date.parse(messages.at(-1)?.at ?? ''))
    }
    return at
  }
}

/** The processes of each part. */
async function pidsOf({ layout }: RunningSystem): Promise<[part: string, pids: number[]][]> {
  const pids: Record<string, number | number[]> = JSON.parse(
    await readFile(join(layout.data, 'pids.json'), 'utf8'),
  )
  return Object.entries(pids).map(([part, ids]) => [part, [ids].flat()])
}

/** The kernel counts hundredths of a second ("USER_HZ", proc(5)). */
const TICK_MS = 10

async function usageOf(system: RunningSystem): Promise<Usage> {
  const each = (await pidsOf(system)).map(async ([part, pids]): Promise<[string, number]> => {
    const ticks = await Promise.all(pids.map(ticksOf))
    return [part, ticks.reduce((sum, each) => sum + each, 0) * TICK_MS]
  })
  return Object.fromEntries(await Promise.all(each))
}

/** Time in user and kernel mode: fields 14 and 15 of proc(5), counted behind the name, which may hold blanks. */
async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

async function memoryOf(system: RunningSystem): Promise<Record<string, number>> {
  const each = (await pidsOf(system)).map(async ([part, pids]): Promise<[string, number]> => {
    const kilobytes = await Promise.all(
      pids.map(async (pid) =>
        Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0),
      ),
    )
    return [part, Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1024)]
  })
  return Object.fromEntries(await Promise.all(each))
}
