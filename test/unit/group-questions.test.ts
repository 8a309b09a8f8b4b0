import { EventEmitter } from 'node:events'
import { Groups } from '@recado/fargate-session/groups/groups'
import { getGroup } from '@recado/shared/groups/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import type { BaileysEventMap, GroupMetadata, WASocket } from '@whiskeysockets/baileys'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

const jidOf = (group: number) => `1203630000000${String(group).padStart(5, '0')}@g.us`

/** The groups of an account, and a socket that counts the questions about them. */
class Account {
  readonly table = new TenantTable(new MemoryTable(), 'A')
  /** When WhatsApp was asked about each group, in milliseconds after the start. */
  readonly asked: { jid: string; at: number }[] = []
  readonly failures: unknown[] = []
  /** Work that has not ended. */
  underWay = 0
  /** Code with which WhatsApp refuses questions. */
  refusal: number | undefined
  readonly #ev = new EventEmitter()
  readonly groups = new Groups(
    {
      now: Date.now,
      publish: async () => undefined,
      waitUntil: (at) => new Promise((resolve) => setTimeout(resolve, at - Date.now())),
    },
    this.table,
    'LOJA',
  )

  constructor() {
    this.groups.watch(this.socket, (work) => {
      this.underWay++
      void work.catch((error) => this.failures.push(error)).finally(() => this.underWay--)
    })
  }

  readonly socket = {
    ev: this.#ev,
    user: { id: '5511900000001:1@s.whatsapp.net', lid: '900:1@lid' },
    groupMetadata: async (jid: string): Promise<GroupMetadata> => {
      this.asked.push({ jid, at: Date.now() - NOW })
      if (this.refusal) throw Object.assign(new Error('rate-overlimit'), { data: this.refusal })
      return { id: jid, subject: `Grupo ${this.asked.length}`, owner: undefined, participants: [] }
    },
  } as unknown as WASocket

  changes(group: number): void {
    const participants = [{ id: '1@lid' }]
    this.#tell('group-participants.update', { id: jidOf(group), author: '', participants, action: 'add' })
  }

  connection(connection: 'open' | 'close'): void {
    this.#tell('connection.update', { connection })
  }

  /** @returns times of the questions about one group, in milliseconds after the start */
  askedAbout(group: number): number[] {
    return this.asked.filter(({ jid }) => jid === jidOf(group)).map(({ at }) => at)
  }

  async subjectOf(group: number): Promise<string | undefined> {
    return (await getGroup(this.table, 'LOJA', jidOf(group).split('@')[0] ?? ''))?.subject
  }

  #tell<E extends keyof BaileysEventMap>(event: E, what: BaileysEventMap[E]): void {
    this.#ev.emit(event, what)
  }
}

describe('changes of an account’s groups', () => {
  test('200 changes in 150 groups cause one question per group, three seconds apart', async () => {
    const account = new Account()
    for (let change = 0; change < 200; change++) account.changes(change % 150)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(account.asked.length).toBeLessThanOrEqual(21)
    await vi.advanceTimersByTimeAsync(7 * MINUTE)
    const times = account.asked.map(({ at }) => at)
    expect(new Set(account.asked.map(({ jid }) => jid)).size).toBe(150)
    expect(times.length).toBeLessThanOrEqual(151)
    expect(times.every((at, index) => index === 0 || at - (times[index - 1] ?? 0) >= 3 * SECOND)).toBe(true)
    expect(await account.subjectOf(149)).toBeDefined()
  })

  test('a group that goes on changing is asked about once a minute, and its last change is read', async () => {
    const account = new Account()
    for (let second = 0; second < 300; second++) {
      account.changes(1)
      await vi.advanceTimersByTimeAsync(SECOND)
    }
    expect(account.asked.length).toBeLessThanOrEqual(10)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(account.askedAbout(1).at(-1)).toBeGreaterThan(300 * SECOND - SECOND)
    const questions = account.asked.length
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(account.asked).toHaveLength(questions)
  })

  test('the limit of one group does not delay another', async () => {
    const account = new Account()
    for (let second = 0; second < 30; second++) {
      account.changes(1)
      await vi.advanceTimersByTimeAsync(SECOND)
    }
    account.changes(2)
    await vi.advanceTimersByTimeAsync(3 * SECOND)
    expect(account.askedAbout(2)).toHaveLength(1)
  })

  test('a question that WhatsApp refuses as one too many is repeated after five minutes, and no other comes before', async () => {
    const account = new Account()
    account.refusal = 429
    for (let group = 0; group < 20; group++) account.changes(group)
    await vi.advanceTimersByTimeAsync(5 * MINUTE - SECOND)
    expect(account.asked).toHaveLength(1)
    account.refusal = undefined
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    expect(await account.subjectOf(0)).toBeDefined()
    expect(new Set(account.asked.map(({ jid }) => jid)).size).toBe(20)
    expect(account.failures).toEqual([])
  })

  test('a message to a changed group asks at once, and the question is not repeated', async () => {
    const account = new Account()
    const message = () => account.groups.prepare(account.socket, jidOf(19))
    await message()
    await vi.advanceTimersByTimeAsync(MINUTE)
    for (let group = 0; group < 20; group++) account.changes(group)
    await vi.advanceTimersByTimeAsync(0)
    expect((await message()).subject).toBe(`Grupo ${account.asked.length}`)
    expect(account.askedAbout(19)).toEqual([0, MINUTE])
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(account.asked).toHaveLength(1 + 20)
  })

  test('a closed connection is not asked; its next opening asks', async () => {
    const account = new Account()
    account.connection('close')
    for (let group = 0; group < 3; group++) account.changes(group)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(account.asked).toEqual([])
    account.connection('open')
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(account.asked).toHaveLength(3)
  })

  test('no group waits for its turn after the connection has closed', async () => {
    const account = new Account()
    for (let group = 0; group < 100; group++) account.changes(group)
    await vi.advanceTimersByTimeAsync(0)
    expect(account.underWay).toBe(99)
    account.connection('close')
    await vi.advanceTimersByTimeAsync(0)
    expect(account.underWay).toBe(0)
    account.connection('open')
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(account.asked.length).toBeGreaterThanOrEqual(20)
    expect(account.asked.length).toBeLessThanOrEqual(22)
  })

  test('a group whose question fails for another reason is asked about at the next opening', async () => {
    const account = new Account()
    account.refusal = 500
    account.changes(1)
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect([account.asked.length, account.failures.length]).toEqual([1, 1])
    account.refusal = undefined
    account.connection('open')
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(await account.subjectOf(1)).toBeDefined()
  })
})
