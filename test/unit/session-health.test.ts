import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { Health } from '@recado/fargate-session/questions/health'
import { getHealth, holdByWhatsApp } from '@recado/shared/connections/health-store'
import { TenantTable } from '@recado/shared/table/tenant'
import type { NewChatMessageCapInfo, ReachoutTimelockState, WASocket } from '@whiskeysockets/baileys'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EventfulTable } from '../support/eventful-table.ts'

const CONNECTION = 'LOJA'
const MINUTE_MS = 60_000

/** As the library wraps an error of the server. */
const failed = (statusCode: number) =>
  Object.assign(new Error('Internal Server Error'), { output: { statusCode } })

let memory: EventfulTable
let table: TenantTable
let lock: () => Promise<ReachoutTimelockState>
let cap: () => Promise<NewChatMessageCapInfo>
let asked: number
let health: Health
/** WhatsApp's notices of a new quota. */
let notice: (cap: NewChatMessageCapInfo) => void
/** WhatsApp's notices of a lock. */
let locks: (update: { reachoutTimeLock: ReachoutTimelockState }) => void
const socket = {
  ev: {
    on: (event: string, listener: typeof notice & typeof locks) => {
      if (event === 'message-capping.update') notice = listener
      else locks = listener
    },
  },
  fetchAccountReachoutTimelock: () => {
    asked++
    return lock()
  },
  fetchNewChatMessageCap: () => cap(),
} as unknown as WASocket

beforeEach(async () => {
  vi.useFakeTimers()
  memory = new EventfulTable()
  table = new TenantTable(memory, 'A')
  const ports = { table: memory, now: Date.now } as Partial<ServicePorts> as ServicePorts
  health = new Health(ports, table, CONNECTION, async () => undefined)
  lock = async () => ({ isActive: false })
  cap = async () => ({ total_quota: -1 })
  health.watch(socket, (work) => void work)
  await vi.advanceTimersByTimeAsync(0)
  asked = 0
})
afterEach(() => {
  health.rest()
  vi.useRealTimers()
})
const hold = async () => holdByWhatsApp(await getHealth(table, CONNECTION), Date.now())

/** The next read of the table takes 50 ms of the test's clock. */
function readSlowly(): void {
  memory.afterGet = () => {
    memory.afterGet = async () => undefined
    return new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('a refused first contact', () => {
  test('under a lock is held with all others until the lock ends', async () => {
    const endsAt = Date.now() + 60 * MINUTE_MS
    lock = async () => ({ isActive: true, timeEnforcementEnds: new Date(endsAt) })
    expect(await health.reachOutLock(socket)).toEqual({ reason: 'reach-out-lock', until: endsAt + 1000 })
  })

  test('with its quota used up is held with all others too', async () => {
    cap = async () => ({ total_quota: 10, used_quota: 10 })
    expect(await health.reachOutLock(socket)).toMatchObject({ reason: 'new-chat-quota' })
  })

  test('without lock or quota fails alone, also while WhatsApp refuses questions about numbers', async () => {
    await health.checksRefused(Date.now() + MINUTE_MS)
    expect(await health.reachOutLock(socket)).toBeUndefined()
  })

  test.each([failed(500), failed(428), new SyntaxError('no JSON')])(
    'without a known reason (%s) fails alone, and others wait for a minute at most',
    async (error) => {
      lock = () => Promise.reject(error)
      expect(await health.reachOutLock(socket)).toBeUndefined()
      expect(await hold()).toMatchObject({ reason: 'reach-out-lock' })
      expect((await hold())?.until).toBeLessThanOrEqual(Date.now() + MINUTE_MS + 1000)
      await vi.advanceTimersByTimeAsync(MINUTE_MS + 1000)
      expect(await hold()).toBeUndefined()
      expect(asked).toBe(2)
    },
  )

  test('without a known reason causes another question before the minute is over', async () => {
    lock = () => Promise.reject(failed(500))
    await health.reachOutLock(socket)
    const endsAt = Date.now() + 60 * MINUTE_MS
    lock = async () => ({ isActive: true, timeEnforcementEnds: new Date(endsAt) })
    await vi.advanceTimersByTimeAsync(MINUTE_MS / 2)
    expect(asked).toBe(2)
    health.rest()
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(asked).toBe(2)
  })

  const TWENTY_HOURS_MS = 20 * 60 * MINUTE_MS
  const lockedByNotice = () => {
    const endsAt = Date.now() + TWENTY_HOURS_MS
    locks({ reachoutTimeLock: { isActive: true, timeEnforcementEnds: new Date(endsAt) } })
    return { reason: 'reach-out-lock', until: endsAt + 1000 }
  }

  test('without a known reason does not shorten a known lock', async () => {
    const known = lockedByNotice()
    await vi.advanceTimersByTimeAsync(0)
    lock = () => Promise.reject(failed(500))
    await health.reachOutLock(socket)
    expect(await hold()).toEqual(known)
  })

  test('without a known reason is stored after a notice that came first', async () => {
    readSlowly()
    lock = () => Promise.reject(failed(500))
    lockedByNotice()
    locks({ reachoutTimeLock: { isActive: false } })
    const asking = health.reachOutLock(socket)
    await vi.advanceTimersByTimeAsync(1000)
    await asking
    expect(await hold()).toMatchObject({ reason: 'reach-out-lock' })
  })

  test('does not hide a bug of ours', async () => {
    lock = () => Promise.reject(new TypeError('lock is not a function'))
    await expect(health.reachOutLock(socket)).rejects.toThrow('not a function')
  })
})

test('a shorter refusal of questions about numbers does not end a longer one', async () => {
  const until = Date.now() + 5 * MINUTE_MS
  await health.checksRefused(until)
  await health.checksRefused(Date.now() + MINUTE_MS)
  expect(await hold()).toEqual({ reason: 'number-checks', until })
  await health.checksRefused(until + 1)
  expect(await hold()).toEqual({ reason: 'number-checks', until: until + 1 })
})

test('a question is repeated if its answer is older than a notice that came first', async () => {
  const answers: NewChatMessageCapInfo[] = [{ total_quota: -1 }, { total_quota: 50, used_quota: 50 }]
  cap = async () => {
    const answer = answers.shift()
    if (answers.length === 1) notice({ total_quota: 50, used_quota: 50 })
    return answer ?? {}
  }
  await health.reachOutLock(socket)
  expect(answers).toEqual([])
  expect(await hold()).toMatchObject({ reason: 'new-chat-quota' })
})

test('a notice right behind an answer wins, even if the answer is stored slowly', async () => {
  cap = async () => {
    readSlowly()
    // The notice comes right after the answer.
    setTimeout(() => notice({ total_quota: 50, used_quota: 50 }), 1)
    return { total_quota: -1 }
  }
  const asking = health.reachOutLock(socket)
  await vi.advanceTimersByTimeAsync(1000)
  await asking
  expect(await hold()).toMatchObject({ reason: 'new-chat-quota' })
})

test('traffic counts while the account is watched: another number is refused before', async () => {
  const noting: Promise<unknown>[] = []
  const traffic = async () => {
    health.traffic((noted) => noting.push(noted))
    await Promise.all(noting)
    return (await getHealth(table, CONNECTION)).lastTrafficAt
  }
  health.rest()
  expect(await traffic()).toBeUndefined()
  health.watch(socket, (work) => void work)
  expect(await traffic()).toBe(Date.now())
})
