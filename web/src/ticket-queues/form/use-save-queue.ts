import { ticketQueueRoutes } from '@recado/shared/ticket-queues/routes'
import type { TicketQueue, TicketQueueInput } from '@recado/shared/ticket-queues/ticket-queue'
import { userRoutes } from '@recado/shared/users/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { CallOnce } from '../../api/once.ts'
import { useCallOnce } from '../../api/use-call-once.ts'
import { afterSubmitDelay } from '../../ui/form.ts'
import { userKeys } from '../../users/keys.ts'
import { ticketQueueKeys } from '../keys.ts'
import type { UserChangeOfQueue } from './user-changes.ts'

/** A user whose queues could not be saved. */
export interface FailedUser {
  userId: string
  name: string
  error: unknown
}

interface SavedQueue {
  queue: TicketQueue
  failed: FailedUser[]
}

interface Wanted {
  input: TicketQueueInput
  users: readonly UserChangeOfQueue[]
}

/**
 * Saves a queue, then its users one after the other. A user who fails does not stop the others; a second try saves
 * only what is missing.
 * @param queue the queue to change; undefined for a new one
 */
export function useSaveQueue(queue: TicketQueue | undefined) {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  /** The queue as last written, so that a second try does not create it again. */
  const [written, setWritten] = useState(queue)
  const [progress, setProgress] = useState<{ done: number; of: number }>()
  const save = useMutation({
    mutationFn: afterSubmitDelay(async ({ input, users }: Wanted): Promise<SavedQueue> => {
      const record = await writeQueue(callOnce, written, input)
      setWritten(record)
      const failed: FailedUser[] = []
      for (const [done, { userId, name, isOfQueue }] of users.entries()) {
        setProgress({ done, of: users.length })
        await changeQueuesOf(userId, record.id, isOfQueue).catch((error: unknown) =>
          failed.push({ userId, name, error }),
        )
      }
      return { queue: record, failed }
    }),
    onSettled: () => {
      setProgress(undefined)
      return Promise.all(
        [ticketQueueKeys.list, ticketQueueKeys.users, userKeys.lists].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      )
    },
    meta: { showsItsError: true },
  })
  return { save, progress }
}

const writeQueue = (
  callOnce: CallOnce,
  written: TicketQueue | undefined,
  input: TicketQueueInput,
): Promise<TicketQueue> =>
  written
    ? call(ticketQueueRoutes.updateTicketQueue, { queueId: written.id, ...input })
    : callOnce(ticketQueueRoutes.createTicketQueue, input)

/** Reads the user first: another admin may have changed their name or other queues since the form opened. */
async function changeQueuesOf(userId: string, queueId: string, isOfQueue: boolean): Promise<void> {
  const { name, email, queueIds } = await call(userRoutes.getUser, { userId })
  if (queueIds.includes(queueId) === isOfQueue) return
  const next = isOfQueue ? [...queueIds, queueId] : queueIds.filter((id) => id !== queueId)
  await call(userRoutes.updateUser, { userId, name, email, queueIds: next })
}
