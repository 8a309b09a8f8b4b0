import { once } from 'node:events'
import { createServer } from 'node:http'
import { protectWhileSending } from '@recado/fargate-session/protection'
import { releaseOf } from '@recado/fargate-session/release'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** What ECS listens to its tasks by. */
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

  test('that sends is protected, again and again, and no more when it has sent all', async () => {
    task.sending = true
    await look(1)
    await look(2)
    task.sending = false
    await look(3)
    expect(asked).toEqual([PROTECTED, PROTECTED, FREE])
  })

  test('that does not send asks for nothing', async () => {
    await look(0)
    task.sending = true
    await look(1)
  })

  test('lets itself be ended once a later release is there, though it sends', async () => {
    task.sending = true
    await look(1)
    task.replaced = true
    await look(2)
    expect(asked).toEqual([PROTECTED, FREE])
  })

  test('that was refused asks again', async () => {
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

  test('is the only one where ECS does not say, or is not there', async () => {
    answer = {}
    const unknown = [await releaseOf(`${uri}/v4`, log), await releaseOf(undefined, log)]
    expect(new Set(unknown).size).toBe(1)
  })
})
