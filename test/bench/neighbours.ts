import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { DEFAULT_SHARDS } from '@recado/shared/queues/shards'
import { SqsQueues } from '@recado/shared/queues/sqs'
import { findPort } from '../../infra/local/layout.ts'
import { ROOT } from '../../infra/src/root.ts'
import { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { type Frame, LiveSocket } from '../support/live-socket.ts'
import type { RunningSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'
import { median } from './median.ts'
import { given, type Size } from './size.ts'

const SIZES = {
  usual: {
    rounds: given('ROUNDS', 30),
    /** Sockets and frames of one login. A flood like this once stopped the live updates of all companies. */
    tabs: 60,
    frames: 1500,
    backlog: given('BACKLOG', 3000),
    callers: 8,
  },
  smallest: { rounds: 2, tabs: 2, frames: 10, backlog: 100, callers: 1 },
}

/**
 * The effect of a busy company on another one: the time of its events and calls, beside the time while all is quiet. On
 * AWS two simultaneous calls run in two instances of a function. So each company has its own gateway here, and they
 * share the table and the machine.
 */
export async function benchNeighbours(system: RunningSystem, size: Size): Promise<void> {
  const { rounds, tabs: count, frames, backlog, callers } = SIZES[size]
  const principals = new Principals(system)
  const [noisy, quiet] = [await principals.company(), await principals.company()]
  const loud = await principals.signedIn(noisy)
  const client = await principals.signedIn(quiet)
  const ear = await LiveSocket.open(await principals.signedIn(quiet))
  const heard = () => delays(client, ear, rounds)
  await heard()
  const before = await heard()
  tell('events while all is quiet', before, before)

  const tabs: LiveSocket[] = []
  for (let tab = 0; tab < count; tab++) tabs.push(await LiveSocket.open(loud))
  for (let frame = 0; frame < frames; frame++) sayIfOpen(tabs[frame % count])
  tell(`events, one login with ${count} sockets and ${frames} frames`, await heard(), before)

  const queues = new SqsQueues(process.env.QUEUE_URL_PREFIX ?? '', DEFAULT_SHARDS)
  const event = { companyId: noisy, topic: 'contact-list', action: 'reload', body: {} }
  for (let sent = 0; sent < backlog; sent += 100)
    await Promise.all(Array.from({ length: 100 }, () => queues.send('events', event)))
  tell(`events, ${backlog} events of another company before them`, await heard(), before)
  for (const tab of tabs) tab.close()

  ear.close()
  await benchCalls(client, loud, rounds, callers)
}

async function benchCalls(
  client: ApiClient,
  loud: ApiClient,
  rounds: number,
  callers: number,
): Promise<void> {
  const list = await client.newList()
  const { origin, end } = await startGateway()
  const apart = new ApiClient(origin, client.token)
  const calls = (by: ApiClient) => callTimes(by, list, rounds)
  try {
    await calls(apart)
    const quietCalls = await calls(apart)
    tell('calls while all is quiet', quietCalls, quietCalls)
    const hammering = new AbortController()
    const all = Array.from({ length: callers }, () => hammer(loud, hammering.signal))
    tell(`calls, ${callers} callers of another company at work`, await calls(apart), quietCalls)
    tell('  the same through one process for both companies', await calls(client), quietCalls)
    hammering.abort()
    const statuses = (await Promise.all(all)).flat()
    const refused = statuses.filter((status) => status === 429).length
    console.log(`  (${statuses.length} calls of theirs, ${refused} of them answered 429)`)
  } finally {
    await end()
  }
}

/** Another process that answers calls, on the tables and queues of the running system. */
async function startGateway(): Promise<{ origin: string; end: () => Promise<void> }> {
  const port = await findPort()
  const child = spawn(process.execPath, ['--no-warnings', join(ROOT, 'infra/local/gateway.ts')], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'inherit',
  })
  const origin = `http://127.0.0.1:${port}`
  await eventually('it answers', () =>
    fetch(`${origin}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return {
    origin,
    async end() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

/** Milliseconds from the answer to a change until another browser gets its event. */
async function delays(client: ApiClient, ear: LiveSocket, rounds: number): Promise<number[]> {
  const took: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { id } = await client.newList(`Lista ${round}`)
    const answeredAt = Date.now()
    const isOfList = ({ record }: Frame) => Object(record).id === id
    await ear.frame('of the list', isOfList)
    // The event may come before the answer.
    took.push(Math.max(0, (ear.moments[ear.frames.findIndex(isOfList)] ?? 0) - answeredAt))
  }
  return took
}

async function callTimes(client: ApiClient, list: ContactList, rounds: number): Promise<number[]> {
  const took: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    await client.list(list.id)
    took.push(performance.now() - begun)
  }
  return took
}

async function hammer(client: ApiClient, signal: AbortSignal): Promise<number[]> {
  const statuses: number[] = []
  while (!signal.aborted)
    statuses.push((await client.attempt('listContactLists', { searchParam: 'cliente' })).status)
  return statuses
}

/** Closed sockets send nothing. */
function sayIfOpen(socket: LiveSocket | undefined): void {
  if (socket && !socket.isClosed) socket.say('{"action":"userStatus"}')
}

function tell(what: string, took: readonly number[], quiet: readonly number[]): void {
  const worst = Math.max(...took)
  // Events may come before the answer: then the median is 0.
  const ratio = (Math.max(1, median(took)) / Math.max(1, median(quiet))).toFixed(2)
  console.log(
    `${what.padEnd(62)} median ${median(took).toFixed(0)} ms, worst ${worst.toFixed(0)} ms, ${ratio} times as long`,
  )
}
