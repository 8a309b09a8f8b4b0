import { syncGroups } from '@recado/fargate-session/commands/group-sync'
import type { AllGroups } from '@recado/fargate-session/groups/groups'
import type { SocketLine } from '@recado/fargate-session/outbound/line'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { NoTurn } from '@recado/fargate-session/ports/turns'
import { putConnection } from '@recado/shared/connections/store'
import { beginFetch, getFetch } from '@recado/shared/groups/fetches'
import { groupHeads } from '@recado/shared/groups/heads'
import { type Group, groupKey } from '@recado/shared/groups/store'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Key } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import type { GroupMetadata } from '@whiskeysockets/baileys'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aConnection } from '../support/builders.ts'
import { CountingLog } from '../support/counting-log.ts'

const LOJA = aConnection({ companyId: 'A', name: 'Loja' })
const FILIAL = aConnection({ companyId: 'A', name: 'Filial' })

let memory: MemoryTable
let table: TenantTable
let now: number
beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  now = Date.parse('2026-11-21T12:00:00Z')
  for (const connection of [LOJA, FILIAL]) await putConnection(table, connection)
})
afterEach(() => void vi.useRealTimers())

const settled = () => new Promise(setImmediate)
const answerOf = (groups: GroupMetadata[]): AllGroups => ({
  me: undefined,
  groups,
  askedAt: now,
  hasLeft: () => false,
})

/** @param read asks WhatsApp for all groups */
function synchronised(connectionId: string, read: () => Promise<AllGroups>, signal?: AbortSignal) {
  const log = new CountingLog()
  const publish = async () => undefined
  const ports = { table: memory, now: () => now, publish, log } as Pick<
    ServicePorts,
    'table' | 'now' | 'publish' | 'log'
  > as ServicePorts
  const line = { readGroups: read, isOpen: () => true } as Partial<SocketLine> as SocketLine
  const command = { kind: 'groups', companyId: 'A', connectionId } as const
  return syncGroups(ports, table, line, command, signal ? { signal } : {})
}

/** A synchronisation whose question to WhatsApp waits for the test's answer: no groups. */
function asking(connectionId: string, signal?: AbortSignal) {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<AllGroups>()
  const read = () => {
    asked.resolve()
    return answered.promise
  }
  const outcome = synchronised(connectionId, read, signal).then(
    () => 'done' as const,
    (error: unknown) => error,
  )
  const isAsked = () => Promise.race([asked.promise.then(() => true), settled().then(() => false)])
  return { outcome, isAsked, asked: asked.promise, answer: () => answered.resolve(answerOf([])) }
}

test('accounts are synchronised one after the other, since each holds all members of all groups', async () => {
  const first = asking(LOJA.id)
  await first.asked
  const second = asking(FILIAL.id)
  expect(await second.isAsked()).toBe(false)
  first.answer()
  expect(await first.outcome).toBe('done')
  await second.asked
  second.answer()
  expect(await second.outcome).toBe('done')
})

test('a failed synchronisation lets the next one begin', async () => {
  const failure = new Error('rate-overlimit')
  await expect(synchronised(LOJA.id, () => Promise.reject(failure))).rejects.toBe(failure)
  await synchronised(FILIAL.id, async () => answerOf([]))
})

test('a waiting synchronisation counts as alive, and says so no more once it has begun', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const first = asking(LOJA.id)
  await first.asked
  await beginFetch(table, FILIAL.id, now)
  const second = asking(FILIAL.id)
  await settled()
  now += 30_000
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await getFetch(table, FILIAL.id)).toMatchObject({ status: 'FETCHING', aliveAt: now })
  first.answer()
  await second.asked
  expect(vi.getTimerCount()).toBe(0)
  second.answer()
  await second.outcome
  expect(await getFetch(table, FILIAL.id)).toMatchObject({ status: 'DONE' })
})

test('a synchronisation beyond those that may wait goes back to its queue, and no person sees a failure', async () => {
  const others = Array.from({ length: 9 }, () => aConnection({ companyId: 'A' }))
  for (const { id } of others) {
    await putConnection(table, aConnection({ companyId: 'A', id }))
    await beginFetch(table, id, now)
  }
  const first = asking(LOJA.id)
  await first.asked
  const waiting = others.map(({ id }) => asking(id))
  expect(await Promise.race(waiting.map(({ outcome }) => outcome))).toBeInstanceOf(NoTurn)
  for (const { id } of others) expect(await getFetch(table, id)).toMatchObject({ status: 'FETCHING' })
  for (const each of [first, ...waiting]) each.answer()
  const outcomes = await Promise.all(waiting.map(({ outcome }) => outcome))
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(8)
})

test('a synchronisation that waits goes back to its queue when its shard ends', async () => {
  const shard = new AbortController()
  const first = asking(LOJA.id)
  await first.asked
  await beginFetch(table, FILIAL.id, now)
  const second = asking(FILIAL.id, shard.signal)
  expect(await second.isAsked()).toBe(false)
  shard.abort()
  expect(await second.outcome).toBeInstanceOf(NoTurn)
  expect(await getFetch(table, FILIAL.id)).toMatchObject({ status: 'FETCHING' })
  first.answer()
  await first.outcome
})

const metadata = (number: number): GroupMetadata => ({
  id: `12036300000000000${number}@g.us`,
  subject: `Grupo ${number}`,
  owner: undefined,
  participants: [{ id: '5511955551001@s.whatsapp.net' }],
})
/** A group as an earlier version stored it. */
const storedBefore = async (groupId: string): Promise<Key<Group>> => {
  const key = groupKey(LOJA.id, groupId)
  const updatedAt = new Date(now).toISOString()
  const group: Group = {
    connectionId: LOJA.id,
    groupId,
    subject: 'Antes',
    addressing: 'pn',
    members: [],
    updatedAt,
  }
  await table.put({ ...group, ...key })
  return key
}
const heads = async () => (await groupHeads(table, [LOJA.id])).map(({ subject }) => subject)

test('a synchronisation gives groups of earlier versions their heads, and deletes heads without a group', async () => {
  const key = await storedBefore('120363000000000001')
  await synchronised(LOJA.id, async () => answerOf([metadata(1), metadata(2)]))
  // Only heads are read from now on.
  await table.delete(key)
  expect(await heads()).toEqual(['Grupo 1', 'Grupo 2'])
  await synchronised(LOJA.id, async () => answerOf([metadata(2)]))
  expect(await heads()).toEqual(['Grupo 2'])
})

test('a synchronisation that breaks off leaves the page reading the groups themselves', async () => {
  await storedBefore('1')
  await expect(synchronised(LOJA.id, () => Promise.reject(new Error('Closed')))).rejects.toThrow('Closed')
  expect(await heads()).toEqual(['Antes'])
})

test('a synchronisation releases each group once it is stored', async () => {
  const all = answerOf(Array.from({ length: 9 }, (_, at) => metadata(at + 1)))
  const left: number[] = []
  const transact = table.transact.bind(table)
  table.transact = (writes) => {
    left.push(all.groups.length)
    return transact(writes)
  }
  await synchronised(LOJA.id, async () => all)
  expect([left[0], left.at(-1)]).toEqual([4, 0])
})
