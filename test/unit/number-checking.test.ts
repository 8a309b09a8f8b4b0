import { MS_PER_NUMBER, NUMBERS_A_DAY } from '@recado/shared/contact-lists/check-budget'
import { type CheckPorts, type CheckReply, checkNumbers } from '@recado/shared/contact-lists/checking'
import { changeItem } from '@recado/shared/contact-lists/item-writes'
import { itemsOf } from '@recado/shared/contact-lists/items'
import { beginCheck, endCheck, getList } from '@recado/shared/contact-lists/store'
import { rememberAddress } from '@recado/shared/phone-numbers/addresses'
import type { ValidityJob } from '@recado/shared/queues/jobs'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { CountingLog } from '../support/counting-log.ts'
import { aListOf } from '../support/stored-campaigns.ts'

const COMPANY = 'A'
const HOUR = 3_600_000
const numberOf = (index: number) => `55119${20_000_000 + index}`
/** In these tests WhatsApp knows the even numbers. */
const exists = (number: string) => Number(number.at(-1)) % 2 === 0

let table: TenantTable
let listId: string
let now: number
let asked: { at: number; connectionId: string; numbers: readonly string[] }[]
let queued: { job: ValidityJob; at: number }[]
let reply: (numbers: readonly string[]) => Promise<CheckReply>

beforeEach(() => {
  now = Date.parse('2026-11-21T12:00:00Z')
  asked = []
  queued = []
  reply = answered
})

/** Stands for the socket service: asks WhatsApp and stores the answers. */
async function answered(numbers: readonly string[]): Promise<CheckReply> {
  for (const number of numbers) {
    const address = { exists: exists(number), jid: exists(number) ? `${number}@s.whatsapp.net` : null }
    await rememberAddress(table, number, address, now)
  }
  return { addresses: numbers.map((number) => ({ number, exists: exists(number) })) }
}

async function fillList(count: number): Promise<void> {
  const clients = Array.from({ length: count }, (_, index) => ({
    name: `Cliente ${index}`,
    number: numberOf(index),
  }))
  listId = await aListOf(table, clients)
}

function ports(): CheckPorts {
  const unused = () => Promise.reject(new Error('not used'))
  return {
    table: new MemoryTable(),
    queues: {
      send: async (queue, message, delaySeconds = 0) => {
        if (queue === 'validity') queued.push({ job: message as ValidityJob, at: now + delaySeconds * 1000 })
      },
      inOrder: unused,
      command: unused,
    },
    log: new CountingLog(),
    recordMetrics: () => undefined,
    publish: async () => {},
    now: () => now,
    random: Math.random,
    ask: (_, connectionId, numbers) => {
      asked.push({ at: now, connectionId, numbers })
      return reply(numbers)
    },
  }
}

async function begin(connectionId = 'loja', total = 0): Promise<ValidityJob> {
  const startedAt = new Date(now).toISOString()
  await beginCheck(table, listId, 'check', {
    whatsappId: connectionId,
    checked: 0,
    total,
    startedAt,
    waitingFor: null,
  })
  return { companyId: COMPANY, contactListId: listId, checkId: 'check' }
}

/** Runs all jobs at their times. */
async function runToItsEnd(first: ValidityJob): Promise<void> {
  queued.push({ job: first, at: now })
  for (let rounds = 0; queued.length > 0; rounds++) {
    if (rounds > 100) throw new Error('It never ends')
    const next = queued.shift()
    if (!next) return
    now = Math.max(now, next.at)
    await checkNumbers({ ...ports(), table: tableBelow() }, next.job)
  }
}

/** The whole table. `table` is the company's view of it. */
const below = new WeakMap<TenantTable, MemoryTable>()
function tableBelow(): MemoryTable {
  const found = below.get(table)
  if (!found) throw new Error('No table')
  return found
}
beforeEach(() => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, COMPANY)
  below.set(table, memory)
})

/** After each question the time passes that its numbers cost. */
function expectMetered(): void {
  for (const [index, { at }] of asked.entries()) {
    const before = asked[index - 1]
    if (before) expect(at - before.at).toBeGreaterThanOrEqual(before.numbers.length * MS_PER_NUMBER)
  }
}

async function expectTrueCounts(): Promise<void> {
  const flags: (boolean | null)[] = []
  for await (const { isWhatsappValid } of itemsOf(table, listId)) flags.push(isWhatsappValid)
  expect(await getList(table, listId)).toMatchObject({
    contactsCount: flags.length,
    valids: flags.filter((flag) => flag === true).length,
    invalids: flags.filter((flag) => flag === false).length,
  })
}

describe('a check of a list', () => {
  test('asks for 20 numbers at once and 40 a minute, and ends with all answers', async () => {
    await fillList(110)
    await runToItsEnd(await begin())
    expect(asked.every(({ numbers }) => numbers.length <= 20)).toBe(true)
    expect(new Set(asked.flatMap(({ numbers }) => numbers)).size).toBe(110)
    expect(asked.flatMap(({ numbers }) => numbers)).toHaveLength(110)
    expectMetered()
    const list = await getList(table, listId)
    expect(list).toMatchObject({ valids: 55, invalids: 55 })
    expect(list?.checking).toBeUndefined()
    for await (const { number, isWhatsappValid } of itemsOf(table, listId))
      expect(isWhatsappValid, number).toBe(exists(number))
    await expectTrueCounts()
  })

  test('shares the connection’s budget with every other list', async () => {
    await fillList(40)
    const first = await begin()
    const firstList = listId
    await fillList(40)
    const second = await begin()
    queued.push({ job: second, at: now })
    await runToItsEnd(first)
    expectMetered()
    for (const id of [firstList, listId]) expect(await getList(table, id)).toMatchObject({ valids: 20 })
  })

  test('does not ask again within 30 days of an answer', async () => {
    await fillList(60)
    for (let index = 0; index < 45; index++) await answered([numberOf(index)])
    await runToItsEnd(await begin())
    expect(asked.flatMap(({ numbers }) => numbers)).toHaveLength(15)
    await expectTrueCounts()
  })

  test('without questions uses only known answers', async () => {
    await fillList(60)
    await answered([numberOf(1), numberOf(2), numberOf(50)])
    await runToItsEnd({ companyId: COMPANY, contactListId: listId, checkId: null })
    expect(asked).toEqual([])
    expect(await getList(table, listId)).toMatchObject({ valids: 2, invalids: 1 })
    await expectTrueCounts()
  })

  test('waits while the account is down or WhatsApp refuses, shows the reason, and continues', async () => {
    await fillList(10)
    const job = await begin()
    reply = async () => 'not connected'
    await checkNumbers({ ...ports(), table: tableBelow() }, job)
    expect((await getList(table, listId))?.checking?.waitingFor).toBe('connection')
    const [waiting] = queued.splice(0)
    expect((waiting?.at ?? 0) - now).toBe(60_000)
    now = waiting?.at ?? now
    reply = async () => ({ refusedUntil: now + 300_000 })
    await checkNumbers({ ...ports(), table: tableBelow() }, waiting?.job ?? job)
    expect((await getList(table, listId))?.checking?.waitingFor).toBe('refusal')
    expect((queued[0]?.at ?? 0) - now).toBe(300_000)
    reply = answered
    await runToItsEnd(queued.shift()?.job ?? job)
    expect(await getList(table, listId)).toMatchObject({ valids: 5, invalids: 5 })
  })

  test('asks about a day’s numbers, shows why it waits then, and goes on little by little', async () => {
    await fillList(NUMBERS_A_DAY + 100)
    const begun = now
    queued.push({ job: await begin(), at: now })
    const waits: (string | null | undefined)[] = []
    while (queued.length > 0 && now < begun + 2 * HOUR) {
      const next = queued.shift()
      now = Math.max(now, next?.at ?? now)
      if (next) await checkNumbers({ ...ports(), table: tableBelow() }, next.job)
      waits.push((await getList(table, listId))?.checking?.waitingFor)
    }
    const within = (ms: number) => asked.filter(({ at }) => at < begun + ms).flatMap(({ numbers }) => numbers)
    // The day's budget refills by 41 numbers an hour.
    expect(within(HOUR).length).toBeGreaterThanOrEqual(NUMBERS_A_DAY - 20)
    expect(within(2 * HOUR).length).toBeLessThanOrEqual(NUMBERS_A_DAY + 84)
    expect(waits.at(-1)).toBe('day')
    expectMetered()
  })

  test('does not use up the day’s budget while the account is down', async () => {
    await fillList(40)
    reply = async () => 'not connected'
    let job = await begin()
    for (let minute = 0; minute < 100; minute++) {
      await checkNumbers({ ...ports(), table: tableBelow() }, job)
      expect((await getList(table, listId))?.checking?.waitingFor).toBe('connection')
      const next = queued.shift()
      now = next?.at ?? now
      job = next?.job ?? job
    }
    reply = answered
    await runToItsEnd(job)
    expect(await getList(table, listId)).toMatchObject({ valids: 20, invalids: 20 })
  })

  test('leaves numbers without an answer unchecked, and ends without asking endlessly', async () => {
    await fillList(30)
    const silentAbout = [numberOf(3), numberOf(27)]
    reply = (numbers) => answered(numbers.filter((number) => !silentAbout.includes(number)))
    await runToItsEnd(await begin())
    const again = asked.flatMap(({ numbers }) => numbers).filter((number) => silentAbout.includes(number))
    expect(again.length).toBeLessThan(6)
    const list = await getList(table, listId)
    expect(list).toMatchObject({ valids: 15, invalids: 13 })
    expect(list?.checking).toBeUndefined()
    await expectTrueCounts()
  })

  test('ends when a user stops it, and keeps its answers', async () => {
    await fillList(60)
    const job = await begin()
    await checkNumbers({ ...ports(), table: tableBelow() }, job)
    const learned = (await getList(table, listId))?.valids ?? 0
    await endCheck(table, listId, 'check', new Date(now).toISOString())
    await runToItsEnd(queued.shift()?.job ?? job)
    expect(asked).toHaveLength(1)
    expect(await getList(table, listId)).toMatchObject({ valids: learned, invalids: learned })
    await expectTrueCounts()
  })

  test('raises the list’s moment at its begin, with its progress and at its end', async () => {
    await fillList(10)
    const moments: (string | undefined)[] = []
    const look = async () => moments.push((await getList(table, listId))?.updateAt)
    const job = await begin()
    await look()
    now += 1000
    reply = async () => 'not connected'
    await checkNumbers({ ...ports(), table: tableBelow() }, job)
    await look()
    reply = answered
    const [waiting] = queued.splice(0)
    await runToItsEnd(waiting?.job ?? job)
    await look()
    now += 1000
    const again = await begin()
    await look()
    now += 1000
    await runToItsEnd(again)
    await look()
    expect(moments[0]).toBe('2026-11-21T12:00:00.000Z')
    expect(moments).toEqual([...new Set(moments)].sort())
  })

  test('ignores the answer about a number that changed meanwhile', async () => {
    await fillList(10)
    const job = await begin()
    reply = async (numbers) => {
      const fields = { name: 'Outra pessoa', number: numberOf(500), email: '', var1: '', var2: '', var3: '' }
      await changeItem(table, listId, 0, fields)
      reply = answered
      return answered(numbers)
    }
    await runToItsEnd(job)
    expect(asked.flatMap(({ numbers }) => numbers)).toContain(numberOf(500))
    await expectTrueCounts()
    expect(await getList(table, listId)).toMatchObject({ contactsCount: 10, valids: 5, invalids: 5 })
  })
})
