import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Worker } from '../../infra/local/poller.ts'
import { unruly } from '../../infra/local/unruly.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type SqsRecord = Parameters<Worker>[0]['Records'][number]
const event = (...messageIds: string[]) => ({
  Records: messageIds.map((messageId) => ({ messageId }) as SqsRecord),
})

/** Chances in the order in which they are drawn: a message's delay, whether it comes twice, the delay of its copy. */
const chances = (...values: number[]) => vi.fn(() => values.shift() ?? 0.5)

/** The ids as the worker got them. */
async function handledOf(chance: () => number, failing: string[] = []) {
  const handled: string[] = []
  const worker = unruly(async ({ Records }) => {
    const [id = ''] = Records.map(({ messageId }) => messageId)
    handled.push(id)
    return { batchItemFailures: failing.includes(id) ? [{ itemIdentifier: id }] : [] }
  }, chance)
  const result = worker(event('A', 'B'))
  await vi.runAllTimersAsync()
  return { handled, result: await result }
}

test('a message with a longer delay comes after a later one', async () => {
  const { handled } = await handledOf(chances(0.9, 0.9, 0.1, 0.9))
  expect(handled).toEqual(['B', 'A'])
})

test('a message by chance comes twice', async () => {
  const { handled } = await handledOf(chances(0.1, 0.1, 0.8, 0.5, 0.9))
  expect(handled).toEqual(['A', 'B', 'A'])
})

test('failed messages of all are answered', async () => {
  const { result } = await handledOf(chances(), ['B'])
  expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: 'B' }] })
})
