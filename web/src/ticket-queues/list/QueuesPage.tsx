import { Button, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { connectionsQuery } from '../../connections/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { QueueDialog } from '../form/QueueDialog.tsx'
import { queueUsersQuery, ticketQueuesQuery } from '../queries.ts'
import { useQueueColumns } from './columns.tsx'
import { DeleteQueue } from './DeleteQueue.tsx'
import type { QueuesSearch } from './search.ts'
import { useQueueOrder } from './use-queue-order.ts'

interface QueuesPageProps {
  search: QueuesSearch
  onSearch: (search: QueuesSearch) => void
}

export function QueuesPage({ search: { dialog, id }, onSearch }: QueuesPageProps) {
  const { t } = useTexts()
  const { data, ...state } = useQuery(ticketQueuesQuery)
  const usersState = useQuery(queueUsersQuery)
  const connectionsState = useQuery(connectionsQuery)
  const users = usersState.data ?? (usersState.error ? null : undefined)
  const connections = connectionsState.data ?? (connectionsState.error ? null : undefined)
  const { shown, move, lastMoved } = useQueueOrder(data ?? [])
  const columns = useQueueColumns({
    queues: shown,
    users,
    connections,
    onMove: move,
    onEdit: (queue) => onSearch({ dialog: 'edit', id: queue.id }),
    onDelete: (queue) => onSearch({ dialog: 'delete', id: queue.id }),
  })
  const close = () => onSearch({})
  const chosen = shown.find((queue) => queue.id === id)
  const moved = shown.find((queue) => queue.id === lastMoved)
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onSearch({ dialog: 'new' })}>
      {t('queues.new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('queues.title')}>{add}</PageHeader>
      <DataTable
        label={t('queues.title')}
        columns={columns}
        list={{ ...state, records: shown }}
        rowKey={(queue) => queue.id}
        empty={
          <EmptyList drawing="tray" text={t('queues.empty')} isFiltered={false}>
            {add}
          </EmptyList>
        }
      />
      <VisuallyHidden role="status">
        {moved &&
          t('queues.order.moved', { name: moved.name, place: shown.indexOf(moved) + 1, of: shown.length })}
      </VisuallyHidden>
      {/* The form shows the users of the queue, so it waits for them. */}
      {dialog === 'new' && data && users !== undefined && (
        <QueueDialog queue={undefined} queues={shown} users={users} onClose={close} />
      )}
      {dialog === 'edit' && chosen && users !== undefined && (
        <QueueDialog key={chosen.id} queue={chosen} queues={shown} users={users} onClose={close} />
      )}
      {dialog === 'delete' && chosen && (
        <DeleteQueue
          key={chosen.id}
          queue={chosen}
          queues={shown}
          users={users ?? []}
          connections={connections ?? []}
          onClose={close}
        />
      )}
    </>
  )
}
