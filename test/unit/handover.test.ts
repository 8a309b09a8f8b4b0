import { handOver } from '@recado/functions/integration/handover'
import type * as platform from '@recado/functions/integration/platform'
import { additions } from '@recado/shared/contact-lists/item-writes'
import { reservePlaces } from '@recado/shared/contact-lists/items'
import { putList } from '@recado/shared/contact-lists/store'
import { DomainError } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import { endImport, getImport, importKey, putImport } from '@recado/shared/imports/store'
import type { Handed, PlatformContact } from '@recado/shared/integration/platform'
import type { HandoverJob } from '@recado/shared/queues/jobs'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aContactList } from '../support/builders.ts'

/** The functions' context, in the memory of this test. */
const world = vi.hoisted(() => ({
  table: undefined as unknown,
  now: 0,
  /** Jobs that were queued, with their delays in seconds. */
  queued: [] as { job: unknown; delay: number }[],
  take: async (_: { number: string }): Promise<unknown> => 'saved',
}))
vi.mock('@recado/functions/context', () => ({
  ports: {
    now: () => world.now,
    queues: {
      send: async (_: string, job: unknown, delay = 0) => void world.queued.push({ job, delay }),
    },
  },
  tableOf: () => world.table,
  publish: async () => undefined,
}))
vi.mock('@recado/functions/integration/platform', () => ({
  asking: (_: string, question: Parameters<typeof platform.asking>[1]) =>
    question({ saveContact: (_token: string, contact: PlatformContact) => world.take(contact) } as never, ''),
}))

const companyId = newId()
let table: TenantTable
let job: HandoverJob
let given: string[]

const NUMBERS = Array.from({ length: 120 }, (_, at) => `551198${String(7_650_000 + at)}`)
const AWAY = new DomainError('dependency-failed', 'ERR_INTEGRATION_UNAVAILABLE', 'away')

beforeEach(async () => {
  table = new TenantTable(new MemoryTable(), companyId)
  given = []
  Object.assign(world, { table, now: Date.now(), queued: [], take: takeAll })
  const list = aContactList({ companyId })
  const importId = newId()
  job = { companyId, contactListId: list.id, importId, tries: 0 }
  await putList(table, list)
  await add(NUMBERS.slice(0, 100), importId)
  // Another contact entered the list in between, outside the import.
  await add(['5511999990000'], undefined)
  await add(NUMBERS.slice(100), importId)
  const createdAt = new Date().toISOString()
  const start = { importId, contactListId: list.id, source: 's', removeDuplicates: true, layout: null }
  await putImport(table, { ...start, consent: null, createdAt, syncs: true })
  await endImport(table, { importId, contactListId: list.id }, { status: 'DONE', error: null }, createdAt)
})

const takeAll = async ({ number }: { number: string }): Promise<Handed> => {
  given.push(number)
  return 'saved'
}

async function add(numbers: string[], importId: string | undefined) {
  const { contactListId: listId } = job
  for (let at = 0; at < numbers.length; at += 40) {
    const some = numbers.slice(at, at + 40)
    const contacts = some.map((number) => ({ name: number, number, email: '', var1: '', var2: '', var3: '' }))
    const firstPlace = (await reservePlaces(table, listId, some.length)) ?? 0
    const now = new Date().toISOString()
    await table.transact(additions({ listId, firstPlace, contacts, holders: new Map(), now, importId }))
  }
}

const sync = async () => (await getImport(table, job))?.sync
const runQueued = async () => {
  for (let next = world.queued.shift(); next; next = world.queued.shift())
    await handOver(next.job as HandoverJob)
}

describe('the handover of an import', () => {
  test('passes on all contacts of the import, and no others', async () => {
    await handOver(job)
    expect(given.sort()).toEqual(NUMBERS)
    expect(await sync()).toEqual({ status: 'DONE', synced: 120, failed: 0, error: null })
    expect(world.queued).toEqual([])
  })

  test('runs in parts, each starting where the previous one ended', async () => {
    world.take = async (contact) => {
      // The first fifty take longer than the limit of a part.
      world.now += 1000
      return takeAll(contact)
    }
    await handOver(job)
    expect((await sync())?.status).toBe('RUNNING')
    expect(world.queued).toHaveLength(1)
    await runQueued()
    expect(given.sort()).toEqual(NUMBERS)
    expect(await sync()).toMatchObject({ status: 'DONE', synced: 120 })
  })

  test('waits for the end of the import', async () => {
    await table.update(importKey(job), { set: { status: 'RUNNING' } })
    await handOver(job)
    expect(world.queued).toEqual([{ job, delay: 5 }])
    expect(given).toEqual([])
  })

  test('repeats the last few contacts after a crash and counts them once', async () => {
    world.take = async (contact) => {
      if (given.length === 7) throw new Error('The process died')
      return takeAll(contact)
    }
    await expect(handOver(job)).rejects.toThrow('died')
    expect(await sync()).toMatchObject({ synced: 0 })
    world.take = takeAll
    await handOver(job)
    expect([...new Set(given)].sort()).toEqual(NUMBERS)
    expect(await sync()).toEqual({ status: 'DONE', synced: 120, failed: 0, error: null })
  })

  test('runs once for a duplicate job', async () => {
    await handOver(job)
    await handOver(job)
    expect(given).toHaveLength(120)
  })

  test('retries an unavailable platform after growing pauses, and finally gives up', async () => {
    world.take = async () => {
      throw AWAY
    }
    const delays: number[] = []
    await handOver(job)
    for (let next = world.queued.shift(); next; next = world.queued.shift()) {
      delays.push(next.delay)
      await handOver(next.job as HandoverJob)
    }
    expect(delays).toEqual([30, 60, 90, 120])
    expect(await sync()).toEqual({
      status: 'STOPPED',
      synced: 0,
      failed: 0,
      error: 'ERR_INTEGRATION_UNAVAILABLE',
    })
  })

  test('continues at its position once the platform is back', async () => {
    world.take = async (contact) => {
      if (given.length >= 60) throw AWAY
      return takeAll(contact)
    }
    await handOver(job)
    expect((await sync())?.synced).toBe(60)
    world.take = takeAll
    await runQueued()
    expect([...new Set(given)].sort()).toEqual(NUMBERS)
    expect(await sync()).toMatchObject({ status: 'DONE', synced: 120 })
  })

  test('counts contacts that the platform refuses, and stops if the platform refuses the token', async () => {
    world.take = async (contact) => {
      if (given.length >= 50) throw new DomainError('unprocessable', 'ERR_INTEGRATION_TOKEN', 'refused')
      given.push(contact.number)
      return given.length % 5 === 0 ? 'refused' : 'saved'
    }
    await handOver(job)
    expect(await sync()).toEqual({
      status: 'STOPPED',
      synced: 40,
      failed: 10,
      error: 'ERR_INTEGRATION_TOKEN',
    })
    expect(world.queued).toEqual([])
  })
})
