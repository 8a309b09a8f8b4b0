import type { QueryClient } from '@tanstack/react-query'
import { ticketKeys } from './keys.ts'

/**
 * Loads cards that no move of the user overtakes: an answer from before a move would put its card back for a moment. What a
 * move overtook is loaded again after it.
 */
export async function loadBetweenMoves<T>(client: QueryClient, load: () => Promise<T>): Promise<T> {
  for (;;) {
    await noMove(client)
    const earlier = new Set(movesIn(client))
    const answer = await load()
    if (movesIn(client).every((move) => earlier.has(move))) return answer
  }
}

const movesIn = (client: QueryClient) => client.getMutationCache().findAll({ mutationKey: ticketKeys.moves })

/** Resolves when no card is being moved. */
function noMove(client: QueryClient): Promise<void> {
  const isOver = () => client.isMutating({ mutationKey: ticketKeys.moves }) === 0
  if (isOver()) return Promise.resolve()
  return new Promise((resolve) => {
    const unsubscribe = client.getMutationCache().subscribe(() => {
      if (!isOver()) return
      unsubscribe()
      resolve()
    })
  })
}
