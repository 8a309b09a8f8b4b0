import { LEASE_MS } from '@recado/fargate-session/leases/leases'
import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { drainTask, socketTasks } from '@recado/shared/connections/holding'
import { readLeases } from '@recado/shared/connections/leases'
import { DEFAULT_SHARDS, shardOf } from '@recado/shared/queues/shards'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, type PhoneMessage } from '../support/api-client.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { SessionTask } from '../support/session-task.ts'
import { ownSystem } from '../support/test-system.ts'

const CONNECTIONS = 6
/** The long form takes a quarter of an hour: `TASK_KILLS=10 TASK_RESTARTS=20 TASK_MESSAGES=300`. */
const MESSAGES = Number(process.env.TASK_MESSAGES ?? 24)
const KILLS = Number(process.env.TASK_KILLS ?? 1)
const RESTARTS = Number(process.env.TASK_RESTARTS ?? 2)
const LONG = { timeout: atMost(MESSAGES > 100 ? 2_400_000 : 300_000) }

describe('tasks of the socket service', () => {
  const { system } = ownSystem()
  let admin: ApiClient
  const connections: string[] = []
  let next = 0

  beforeAll(async () => {
    admin = await ApiClient.signIn(system.origin)
    // The long form sends for long enough to be killed in the middle, ten times.
    const messageInterval = MESSAGES > 100 ? '5' : '2'
    await admin.settings({ messageInterval, minimumMessageInterval: '1', longerIntervalAfter: '0' })
    for (let index = 0; index < CONNECTIONS; index++) {
      const { id } = await admin.linkedConnection(`551190000010${index}`, `Loja ${index}`)
      connections.push(id)
    }
  }, atMost(120_000))

  /** A campaign on each connection. */
  async function startCampaigns(messages: number): Promise<{ ids: string[]; numbers: string[] }> {
    const numbers: string[] = []
    const ids: string[] = []
    for (const whatsappId of connections) {
      const own = Array.from(
        { length: messages / connections.length },
        () => `55119555${String(10_001 + next++)}`,
      )
      const list = await admin.newList(`Lista ${next}`)
      await admin.addContacts(list.id, own)
      const campaign = await admin.newCampaign({ whatsappId, contactListId: list.id })
      numbers.push(...own)
      ids.push(campaign.id)
    }
    for (const id of ids) await admin.call('startCampaign', { campaignId: id })
    return { ids, numbers }
  }

  const inboxes = async (numbers: string[]) => Promise.all(numbers.map((number) => admin.messagesOf(number)))
  const arrived = async (numbers: string[]) => (await inboxes(numbers)).flat().length
  const ended = async (ids: string[]): Promise<CampaignReport[]> => {
    const reports: CampaignReport[] = []
    for (const id of ids) reports.push(await admin.finished(id, 900_000))
    return reports
  }

  /** Compares the report with the phones: no message twice, every SENDED one arrived, every missing one is UNKNOWN. */
  async function judged(reports: CampaignReport[], numbers: string[]): Promise<{ unknown: number }> {
    const messages = await inboxes(numbers)
    expect(messages.filter((inbox) => inbox.length > 1)).toEqual([])
    const got = new Set(numbers.filter((_, index) => messages[index]?.length === 1))
    const rows = reports.flatMap(({ shipping }) => shipping)
    expect(rows).toHaveLength(numbers.length)
    for (const { number, status, reason } of rows) {
      if (status === 'SENDED') expect(got, `${number} is SENDED`).toContain(number)
      else expect({ number, status, reason }).toEqual({ number, status: 'FAILED', reason: 'UNKNOWN_OUTCOME' })
    }
    const unknown = rows.filter(({ status }) => status === 'FAILED').length
    console.log(`sent ${rows.length - unknown}, unknown ${unknown}, arrived ${got.size}`)
    expect(shortestGapOf(messages.flat())).toBeGreaterThanOrEqual(950)
    return { unknown }
  }

  test('six campaigns survive repeated kills of a task', LONG, async () => {
    let task = await SessionTask.start()
    const { ids, numbers } = await startCampaigns(MESSAGES)
    const takeovers: number[] = []
    let takenOver = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const before = await arrived(numbers)
      await eventually('more arrives', async () => (await arrived(numbers)) > before + 3, 60_000).catch(
        () => 0,
      )
      const held = await fences()
      const at = Date.now()
      if (kill % 2 === 0) await task.kill()
      else await system.kill('session')
      takeovers.push(await untilAllConnected(at))
      const now = await fences()
      takenOver += connections.filter((id) => raised(held, now, shardOf(id, DEFAULT_SHARDS))).length
      if (kill % 2 === 0) task = await SessionTask.start()
    }
    const reports = await ended(ids)
    await task.stop()
    const { unknown } = await judged(reports, numbers)
    // Of each connection that the killed one held, no more than the message that was on its way.
    expect(unknown).toBeLessThanOrEqual(takenOver)
    console.log(`taken over after ${takeovers.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ')}`)
  })

  test('rolling restarts lose, double and leave unknown no message', LONG, async () => {
    let task = await SessionTask.start()
    const { ids, numbers } = await startCampaigns(MESSAGES)
    for (let restart = 0; restart < RESTARTS; restart++) {
      const before = await arrived(numbers)
      await eventually('more arrives', async () => (await arrived(numbers)) > before + 3, 60_000).catch(
        () => 0,
      )
      const younger = await SessionTask.start()
      await task.stop()
      task = younger
    }
    const reports = await ended(ids)
    await task.stop()
    expect(await judged(reports, numbers)).toEqual({ unknown: 0 })
  })

  test('a drain loses, doubles and leaves unknown no message', LONG, async () => {
    const table = new DynamoTable(system.layout.names.table)
    const own = (await socketTasks(table, Date.now())).map(({ taskId }) => taskId)
    const task = await SessionTask.start()
    const [younger] = (await socketTasks(table, Date.now())).filter(({ taskId }) => !own.includes(taskId))
    const { ids, numbers } = await startCampaigns(MESSAGES)
    await eventually('some arrives', async () => (await arrived(numbers)) > 2, 60_000)
    expect(await drainTask(table, younger?.taskId ?? '', true, Date.now())).toBe(true)
    await eventually('it holds nothing', async () => {
      const drained = (await socketTasks(table, Date.now())).find(({ taskId }) => taskId === younger?.taskId)
      return drained?.shards.length === 0
    })
    const reports = await ended(ids)
    await task.stop()
    expect(await judged(reports, numbers)).toEqual({ unknown: 0 })
  })

  test('a task that slept past its lease writes nothing when it wakes', LONG, async () => {
    const task = await SessionTask.start()
    const { ids, numbers } = await startCampaigns(MESSAGES)
    await eventually('some arrives', async () => (await arrived(numbers)) > 2, 60_000)
    const before = await fences()
    task.pause()
    await eventually('its shards are taken over', async () => anyRaised(before, await fences()), 60_000)
    task.wake()
    const reports = await ended(ids)
    await task.stop()
    await judged(reports, numbers)
  })

  /** Milliseconds until every connection answers from a living task. */
  async function untilAllConnected(since: number): Promise<number> {
    await eventually(
      'every shard is renewed or taken over',
      async () => {
        const { leases, tasks } = await readLeases(new DynamoTable(system.layout.names.table))
        return connections.every((id) => {
          const owner = leases.get(shardOf(id, DEFAULT_SHARDS))?.taskId ?? ''
          return (tasks.get(owner)?.until ?? 0) > since + LEASE_MS + 100
        })
      },
      60_000,
    )
    for (const whatsappId of connections) {
      const answers = async () => (await admin.attempt('testConnection', { whatsappId })).status === 200
      await eventually('it answers', answers, 60_000)
    }
    return Date.now() - since
  }

  async function fences(): Promise<Map<number, number>> {
    const { leases } = await readLeases(new DynamoTable(system.layout.names.table))
    return new Map([...leases].map(([shard, { fence }]) => [shard, fence]))
  }
  const raised = (before: Map<number, number>, now: Map<number, number>, shard: number) =>
    (now.get(shard) ?? 0) > (before.get(shard) ?? 0)
  const anyRaised = (before: Map<number, number>, now: Map<number, number>) =>
    [...before.keys()].some((shard) => raised(before, now, shard))
})

/** Milliseconds between two messages of one sender, by the phones' clock. */
function shortestGapOf(messages: PhoneMessage[]): number {
  const bySender = Map.groupBy(messages, ({ from }) => from)
  const gaps = [...bySender.values()].flatMap((own) => {
    const times = own.map(({ at }) => Date.parse(at)).sort((a, b) => a - b)
    return times.slice(1).map((at, index) => at - (times[index] ?? 0))
  })
  return Math.min(Number.POSITIVE_INFINITY, ...gaps)
}
