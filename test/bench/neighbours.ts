import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { SqsQueues } from '@recado/shared/queues/sqs'
import { findPort } from '../../infra/local/layout.ts'
import { ROOT } from '../../infra/src/root.ts'
import { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { type Frame, LiveSocket } from '../support/live-socket.ts'
import { startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'
import { median } from './median.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 30)
/** One login's sockets and frames, by which live updates of all companies were once silenced. */
const TABS = 60
const FRAMES = 1500
const BACKLOG = Number(process.env.BACKLOG ?? 3000)
const CALLERS = 8

/**
 * What a company with much to do does to another one: how long the other's events and calls take, beside how long they
 * take while all is quiet. At AWS two calls at the same time are in two instances of the function: so the two companies
 * call through a gateway each, and share the table and this machine's processors.
 */
export async function benchNeighbours(): Promise<void> {
  const system = await startSystem()
  try {
    const principals = new Principals(system)
    const [noisy, quiet] = [await principals.company(), await principals.company()]
    const loud = await principals.signedIn(noisy)
    const client = await principals.signedIn(quiet)
    const ear = await LiveSocket.open(await principals.signedIn(quiet))
    await delays(client, ear)
    const before = await delays(client, ear)
    tell('events while all is quiet', before, before)

    const tabs: LiveSocket[] = []
    for (let tab = 0; tab < TABS; tab++) tabs.push(await LiveSocket.open(loud))
    for (let frame = 0; frame < FRAMES; frame++) sayIfOpen(tabs[frame % TABS])
    tell(`events, one login with ${TABS} sockets and ${FRAMES} frames`, await delays(client, ear), before)

    const queues = new SqsQueues(process.env.QUEUE_URL_PREFIX ?? '')
    const event = { companyId: noisy, topic: 'contact-list', action: 'reload', body: {} }
    for (let sent = 0; sent < BACKLOG; sent += 100)
      await Promise.all(Array.from({ length: 100 }, () => queues.send('events', event)))
    tell(`events, ${BACKLOG} events of another company before them`, await delays(client, ear), before)
    for (const tab of tabs) tab.close()

    ear.close()
    await benchCalls(client, loud)
  } finally {
    await system.stop()
  }
}

async function benchCalls(client: ApiClient, loud: ApiClient): Promise<void> {
  const list = await client.newList()
  const { origin, end } = await startGateway()
  const apart = new ApiClient(origin, client.token)
  const calls = (by: ApiClient) => callTimes(by, list)
  try {
    await calls(apart)
    const quietCalls = await calls(apart)
    tell('calls while all is quiet', quietCalls, quietCalls)
    const hammering = new AbortController()
    const all = Array.from({ length: CALLERS }, () => hammer(loud, hammering.signal))
    tell(`calls, ${CALLERS} callers of another company at work`, await calls(apart), quietCalls)
    tell('  the same through one process for both companies', await calls(client), quietCalls)
    hammering.abort()
    const statuses = (await Promise.all(all)).flat()
    const refused = statuses.filter((status) => status === 429).length
    console.log(`  (${statuses.length} calls of theirs, ${refused} of them answered 429)`)
  } finally {
    await end()
  }
}

/** Another process that answers calls, on the table and the queues of the system that runs. */
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

/** From the answer to a call that changed something until another browser hears of it, in milliseconds. */
async function delays(client: ApiClient, ear: LiveSocket): Promise<number[]> {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await client.newList(`Lista ${round}`)
    const answeredAt = Date.now()
    const isOfList = ({ record }: Frame) => Object(record).id === id
    await ear.frame('of the list', isOfList)
    // The event may overtake the answer.
    took.push(Math.max(0, (ear.moments[ear.frames.findIndex(isOfList)] ?? 0) - answeredAt))
  }
  return took
}

async function callTimes(client: ApiClient, list: ContactList): Promise<number[]> {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now()
    await client.list(list.id)
    took.push(performance.now() - begun)
  }
  return took
}

async function hammer(client: ApiClient, signal: AbortSignal): Promise<number[]> {
  const statuses: number[] = []
  while (!signal.aborted)
    statuses.push((await client.send('GET', '/contact-lists?searchParam=cliente')).status)
  return statuses
}

/** A socket that was closed says nothing any more. */
function sayIfOpen(socket: LiveSocket | undefined): void {
  if (socket && !socket.isClosed) socket.say('{"action":"userStatus"}')
}

function tell(what: string, took: readonly number[], quiet: readonly number[]): void {
  const worst = Math.max(...took)
  const ratio = (median(took) / median(quiet)).toFixed(2)
  console.log(
    `${what.padEnd(62)} median ${median(took).toFixed(0)} ms, worst ${worst.toFixed(0)} ms, ${ratio} times as long`,
  )
}
