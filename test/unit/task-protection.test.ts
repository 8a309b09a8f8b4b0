import { once } from 'node:events'
import { createServer } from 'node:http'
import { protectWhileSending } from '@recado/fargate-session/task/protection'
import { releaseOf } from '@recado/fargate-session/task/release'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** The endpoint of ECS for its tasks. */
const asked: unknown[] = []
let answer: object = {}
const agent = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  if (request.url === '/v4/task') return response.end(JSON.stringify(answer))
  asked.push(JSON.parse(body))
  response.end(JSON.stringify(answer))
})
agent.listen(0, '127.0.0.1')
await once(agent, 'listening')
const address = agent.address()
const uri = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
const log = { warn: () => undefined }
afterAll(() => agent.close())

const task = {
  sending: false,
  replaced: false,
  isSending: () => task.sending,
  isReplaced: () => task.replaced,
}
const PROTECTED = { ProtectionEnabled: true, ExpiresInMinutes: 2 }
const FREE = { ProtectionEnabled: false }

describe('a task', () => {
  let end: () => void
  const look = async (number: number) => {
    await vi.advanceTimersByTimeAsync(30_000)
    await vi.waitFor(() => expect(asked).toHaveLength(number))
  }

  beforeEach(() => {
    asked.length = 0
    answer = {}
    Object.assign(task, { sending: false, replaced: false })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    end = protectWhileSending(task, uri, log)
  })
  afterEach(() => {
    end()
    vi.useRealTimers()
  })

  test('is protected while it sends, with renewals, and unprotected after its last send', async () => {
    task.sending = true
    await look(1)
    await look(2)
    task.sending = false
    await look(3)
    expect(asked).toEqual([PROTECTED, PROTECTED, FREE])
  })

  test('asks for no protection while it does not send', async () => {
    await look(0)
    task.sending = true
    await look(1)
  })

  test('gives up its protection for a later release, even while it sends', async () => {
    task.sending = true
    await look(1)
    task.replaced = true
    await look(2)
    expect(asked).toEqual([PROTECTED, FREE])
  })

  test('asks again after a refusal', async () => {
    answer = { failure: { Reason: 'DEPLOYMENT_BLOCKED' } }
    task.sending = true
    await look(1)
    answer = {}
    await look(2)
    task.sending = false
    await look(3)
    expect(asked).toEqual([PROTECTED, PROTECTED, FREE])
  })
})

describe('a release', () => {
  test('is the revision of the task definition', async () => {
    answer = { Revision: '42', Family: 'recado' }
    expect(await releaseOf(`${uri}/v4`, log)).toBe('42')
  })

  test('counts as the only one if ECS gives no answer or is missing', async () => {
    answer = {}
    const unknown = [await releaseOf(`${uri}/v4`, log), await releaseOf(undefined, log)]
    expect(new Set(unknown).size).toBe(1)
  })
})
