import { answer } from '@recado/fargate-session/commands/answer'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { answerAsk, ask, type Reply } from '@recado/shared/connections/asks'
import type { Command } from '@recado/shared/queues/commands'
import type { Queues } from '@recado/shared/queues/queues'
import { MemoryTable } from '@recado/shared/table/memory'
import { allRows, keyIn, partition } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'

const CONNECTION = 'LOJA'
const LONGEST_MS = 20_000
const NOT_INITIALIZED = { kind: 'dependency-failed', code: 'ERR_WAPP_NOT_INITIALIZED' }
type Asked = Extract<Command, { askId: string }>

let memory: MemoryTable
let table: TenantTable
let now: number
let asked: Asked | undefined
beforeEach(() => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  now = Date.parse('2026-11-21T12:00:00Z')
  asked = undefined
})

/** The queue and the clock. `at` is called at each moment of waiting, with the elapsed milliseconds. */
function portsWith(at: (waited: number, of: Asked) => Promise<unknown>) {
  const begun = now
  const queues: Queues = {
    send: () => Promise.reject(new Error('Nothing is sent')),
    inOrder: () => Promise.reject(new Error('Nothing is sent in order')),
    command: async (command) => {
      if ('askId' in command) asked = command
    },
  }
  const pause = async (milliseconds: number) => {
    now += milliseconds
    if (asked) await at(now - begun, asked)
  }
  return { queues, pause, now: () => now }
}

const never = async () => undefined
const replyAt =
  (moment: number, reply: Reply) =>
  async (waited: number, { askId }: Asked) => {
    if (waited === moment) await answerAsk(table, askId, reply)
  }

describe('a question', () => {
  test('a question reaches the connection with all its fields and returns the answer', async () => {
    const ports = portsWith(replyAt(300, { code: 'ABCD1234' }))
    const question = { kind: 'pairing-code', number: '5511955551234' } as const
    expect(await ask(table, ports, CONNECTION, question)).toEqual({ code: 'ABCD1234' })
    expect(asked).toMatchObject({ ...question, companyId: 'A', connectionId: CONNECTION })
    expect((asked?.until ?? 0) - now).toBe(LONGEST_MS - 300)
  })

  test('a question accepts an answer of zero milliseconds', async () => {
    const ports = portsWith(replyAt(100, { roundTripMs: 0 }))
    expect(await ask(table, ports, CONNECTION, { kind: 'test' })).toEqual({ roundTripMs: 0 })
  })

  test('a question about numbers returns each address, or the end of WhatsApp’s refusal', async () => {
    const question = { kind: 'check', numbers: ['5511955551234', '5511955550000'] } as const
    const addresses = [
      { number: '5511955551234', exists: true, jid: '5511955551234@s.whatsapp.net' },
      { number: '5511955550000', exists: false, jid: null },
    ]
    for (const reply of [{ addresses }, { refusedUntil: now + 60_000 }]) {
      asked = undefined
      const check = { ...question, numbers: [...question.numbers] }
      expect(await ask(table, portsWith(replyAt(100, reply)), CONNECTION, check)).toEqual(reply)
      expect(asked).toMatchObject(check)
    }
  })

  test('a question without an answer from WhatsApp fails at once', async () => {
    const ports = portsWith(replyAt(200, { failed: true }))
    const begun = now
    await expect(ask(table, ports, CONNECTION, { kind: 'test' })).rejects.toMatchObject(NOT_INITIALIZED)
    expect(now - begun).toBe(200)
  })

  test('a question without any answer fails after its timeout', async () => {
    const begun = now
    await expect(ask(table, portsWith(never), CONNECTION, { kind: 'test' })).rejects.toMatchObject(
      NOT_INITIALIZED,
    )
    expect(now - begun).toBe(LONGEST_MS)
  })

  test('an answer counts until the last moment of the timeout, and not after it', async () => {
    const last = portsWith(replyAt(LONGEST_MS - 100, { roundTripMs: 5 }))
    expect(await ask(table, last, CONNECTION, { kind: 'test' })).toEqual({ roundTripMs: 5 })
    const late = portsWith(replyAt(LONGEST_MS, { roundTripMs: 5 }))
    await expect(ask(table, late, CONNECTION, { kind: 'test' })).rejects.toMatchObject(NOT_INITIALIZED)
  })

  test('a question ignores answers to other questions and of other companies', async () => {
    const other = new TenantTable(memory, 'B')
    const ports = portsWith(async (_, { askId }) => {
      await answerAsk(other, askId, { roundTripMs: 1 })
      await answerAsk(table, 'another', { roundTripMs: 2 })
    })
    await expect(ask(table, ports, CONNECTION, { kind: 'test' })).rejects.toMatchObject(NOT_INITIALIZED)
  })

  test('a question that cannot be queued fails', async () => {
    const ports = portsWith(never)
    const queues = { ...ports.queues, command: () => Promise.reject(new Error('Service Unavailable')) }
    await expect(ask(table, { ...ports, queues }, CONNECTION, { kind: 'test' })).rejects.toThrow(
      'Unavailable',
    )
  })

  test('a question is deleted some minutes later', async () => {
    await ask(table, portsWith(never), CONNECTION, { kind: 'test' }).catch(() => undefined)
    const rows: unknown[] = []
    for await (const row of allRows(memory, { pk: partition('A#ASKS') })) rows.push(row)
    const begun = Math.floor((now - LONGEST_MS) / 1000)
    expect(rows).toEqual([expect.objectContaining({ expiresAt: begun + 600 })])
  })
})

describe('an answer to a question', () => {
  const ASK = 'ask-1'
  const lines: string[] = []
  const log: Pick<ServicePorts['log'], 'warn'> = {
    warn: (...said: unknown[]) => void lines.push(JSON.stringify(said)),
  }
  const answering = (until: number, find: () => Promise<Reply>) => {
    const ports = { table: memory, now: () => now, log }
    const question = { companyId: 'A', connectionId: CONNECTION, askId: ASK, until }
    return answer(ports as Pick<ServicePorts, 'table' | 'now'> as ServicePorts, question, find)
  }
  const key = keyIn<{ reply?: Reply }>('ASKS', ASK)
  const stored = () => table.get(key)
  beforeEach(() => table.put(key))

  test('is stored, even at the last moment', async () => {
    await answering(now, async () => ({ roundTripMs: 42 }))
    expect(await stored()).toMatchObject({ reply: { roundTripMs: 42 } })
  })

  test('is dropped after the timeout: the caller has gone', async () => {
    let looked = false
    await answering(now - 1, async () => {
      looked = true
      return { roundTripMs: 42 }
    })
    expect(looked).toBe(false)
    expect((await stored())?.reply).toBeUndefined()
  })

  test('reports a missing answer without a person in the log', async () => {
    await answering(now, () => Promise.reject(new Error('No session with 5511955551234.0')))
    expect(await stored()).toMatchObject({ reply: { failed: true } })
    expect(lines.splice(0).join()).toMatch(/question not answered/)
    await answering(now, () => Promise.reject(new Error('No session with 5511955551234.0')))
    expect(lines.splice(0).join()).not.toContain('55119')
  })

  test('leaves no row behind a deleted question', async () => {
    await table.delete(key)
    await answering(now, async () => ({ roundTripMs: 42 }))
    expect(await stored()).toBeUndefined()
  })
})
