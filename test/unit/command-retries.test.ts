import { retrySeconds } from '@recado/fargate-session/commands/retry'
import { commandQueue } from '@recado/shared/queues/queues'
import { expect, test } from 'vitest'

const pauses = Array.from({ length: commandQueue.attempts }, (_, index) => retrySeconds(index + 1))

test('a failed command comes again after a pause that doubles up to a minute', () => {
  expect(pauses.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
})

test('the attempts of a command outlast an outage of half an hour', () => {
  const seconds = pauses.slice(0, -1).reduce((sum, pause) => sum + pause, 0)
  expect(seconds).toBeGreaterThan(30 * 60)
})
