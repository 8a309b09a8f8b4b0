import { Alert, Select, Stack, Text } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import { ApiError } from '@recado/shared/http/api-error'
import type { TicketQueue } from '@recado/shared/ticket-queues/ticket-queue'
import type { ShownUser } from '@recado/shared/users/user'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { required } from '../../ui/required.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { useDeleteQueue } from '../queries.ts'
import { usesQueue } from './columns.tsx'

interface DeleteQueueProps {
  queue: TicketQueue
  queues: readonly TicketQueue[]
  users: readonly ShownUser[]
  connections: readonly Connection[]
  onClose: () => void
}

/** Asks before a queue is deleted. If tickets still wait in it, asks for the queue that takes them. */
export function DeleteQueue({ queue, queues, users, connections, onClose }: DeleteQueueProps) {
  const { t } = useTexts()
  const remove = useDeleteQueue()
  const [hasTickets, setHasTickets] = useState(false)
  const [target, setTarget] = useState<string | null>(null)
  const others = queues.filter(({ id }) => id !== queue.id)
  const usersOfIt = users.filter(({ queueIds }) => queueIds.includes(queue.id)).length
  const connectionsOfIt = connections.filter((one) => usesQueue(one, queue.id)).length

  const confirm = () => {
    if (remove.isPending) return
    remove.mutate(
      { queueId: queue.id, moveTo: target ?? undefined },
      {
        onSuccess: () => {
          toastSuccess(t('common.done'), `deleted-${queue.id}`)
          onClose()
        },
        onError: (error) => {
          if (isInUse(error)) setHasTickets(true)
        },
      },
    )
  }
  return (
    <ConfirmDialog
      opened
      title={t('queues.delete.title', { name: queue.name })}
      action={t(hasTickets ? 'queues.delete.moveAction' : 'queues.delete.action')}
      danger
      isBusy={remove.isPending}
      isDisabled={hasTickets && target === null}
      error={isInUse(remove.error) ? undefined : remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        {usersOfIt > 0 && <Text>{t('queues.delete.users', { count: usersOfIt })}</Text>}
        {connectionsOfIt > 0 && <Text>{t('queues.delete.connections', { count: connectionsOfIt })}</Text>}
        <Text>{t('queues.delete.text')}</Text>
        {hasTickets && (
          <>
            <Alert color="orange" role="alert" py="xs">
              {t(others.length > 0 ? 'queues.delete.inUse' : 'queues.delete.inUseAlone')}
            </Alert>
            {others.length > 0 && (
              <Select
                label={t('queues.delete.moveTo')}
                placeholder={t('queues.delete.choose')}
                data={others.map(({ id, name }) => ({ value: id, label: name }))}
                value={target}
                onChange={setTarget}
                {...required}
              />
            )}
          </>
        )}
      </Stack>
    </ConfirmDialog>
  )
}

const isInUse = (error: unknown): boolean => error instanceof ApiError && error.code === 'ERR_QUEUE_IN_USE'
