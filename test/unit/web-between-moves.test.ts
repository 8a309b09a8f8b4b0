import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { loadBetweenMoves } from '../../web/src/tickets/between-moves.ts'
import { ticketKeys } from '../../web/src/tickets/keys.ts'

const client = new QueryClient()

/** Begins a move. @returns what ends it */
function move(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  void new MutationObserver(client, { mutationKey: ticketKeys.moves, mutationFn: () => promise }).mutate()
  return resolve
}

test('cards that a move overtook are loaded again after the move', async () => {
  const first = Promise.withResolvers<string>()
  const load = vi.fn(async () => (load.mock.calls.length === 1 ? first.promise : 'after the move'))
  const loaded = loadBetweenMoves(client, load)
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  const end = move()
  first.resolve('before the move')
  await new Promise((resolve) => setTimeout(resolve))
  expect(load).toHaveBeenCalledTimes(1)
  end()
  expect(await loaded).toBe('after the move')
  expect(load).toHaveBeenCalledTimes(2)
})

test('cards asked for during a move are loaded once, after it', async () => {
  const end = move()
  const load = vi.fn(async () => 'cards')
  const loaded = loadBetweenMoves(client, load)
  await new Promise((resolve) => setTimeout(resolve))
  expect(load).not.toHaveBeenCalled()
  end()
  expect(await loaded).toBe('cards')
  expect(load).toHaveBeenCalledTimes(1)
})

test('a move that was over before changes nothing', async () => {
  move()()
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  const load = vi.fn(async () => 'cards')
  expect(await loadBetweenMoves(client, load)).toBe('cards')
  expect(load).toHaveBeenCalledTimes(1)
})
