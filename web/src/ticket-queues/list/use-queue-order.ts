import { useDebouncedCallback } from '@mantine/hooks'
import type { TicketQueue } from '@recado/shared/ticket-queues/ticket-queue'
import { useState } from 'react'
import { useSaveQueueOrder } from '../queries.ts'
import { inOrderOf, withMoved } from './queue-order.ts'

/** Pause after the last move (ms), so that several moves are saved together. */
const SAVE_AFTER_MS = 600

/** The queues in the order on the screen, which is saved a moment after the last move. */
export function useQueueOrder(queues: readonly TicketQueue[]) {
  /** The moved order until it is saved; undefined shows the saved one. */
  const [order, setOrder] = useState<string[]>()
  const [lastMoved, setLastMoved] = useState<string>()
  const save = useSaveQueueOrder()
  const shown = order ? inOrderOf(queues, order) : [...queues]
  const saveLater = useDebouncedCallback(
    (next: string[]) =>
      save.mutate(inOrderOf(queues, next), {
        // A later move has an order of its own that is still to be saved.
        onSettled: () => setOrder((now) => (now === next ? undefined : now)),
      }),
    { delay: SAVE_AFTER_MS, flushOnUnmount: true },
  )
  const move = (id: string, by: 1 | -1) => {
    const next = withMoved(
      shown.map((queue) => queue.id),
      id,
      by,
    )
    setOrder(next)
    setLastMoved(id)
    saveLater(next)
  }
  return { shown, move, lastMoved }
}
