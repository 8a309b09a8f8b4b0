import { ColorSwatch, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import type { TicketQueue } from '@recado/shared/ticket-queues/ticket-queue'
import type { ShownUser } from '@recado/shared/users/user'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { EditActions } from '../../ui/EditActions.tsx'
import { useNumbers } from '../../ui/use-numbers.ts'
import { OrderButtons } from './OrderButtons.tsx'
import { QueueHours } from './QueueHours.tsx'

interface Rows {
  /** In the order on the screen. */
  queues: readonly TicketQueue[]
  /** Undefined while they are loading, null if that failed. */
  users: readonly ShownUser[] | undefined | null
  connections: readonly Connection[] | undefined | null
  onMove: (id: string, by: 1 | -1) => void
  onEdit: (queue: TicketQueue) => void
  onDelete: (queue: TicketQueue) => void
}

export function useQueueColumns(rows: Rows): Column<TicketQueue>[] {
  const { t } = useTexts()
  const format = useNumbers()
  const { queues, users, connections, onMove, onEdit, onDelete } = rows
  return [
    {
      key: 'name',
      header: t('queues.name'),
      place: 'title',
      cell: (queue) => <NameAndGreeting queue={queue} />,
    },
    {
      key: 'schedules',
      header: t('queues.columns.hours'),
      width: 188,
      minTableWidth: 900,
      cell: ({ schedules }) => <QueueHours schedules={schedules} />,
    },
    {
      key: 'target',
      header: t('queues.columns.target'),
      width: 124,
      minTableWidth: 760,
      cell: ({ targetMinutes: minutes }) =>
        minutes === null ? (
          <Dimmed>{t('queues.noTarget')}</Dimmed>
        ) : (
          <Text size="sm">{t('queues.target', { minutes: format(minutes) })}</Text>
        ),
    },
    {
      key: 'distribution',
      header: t('queues.columns.distribution'),
      width: 116,
      minTableWidth: 1000,
      cell: ({ distribution }) => <Text size="sm">{t(`queues.distributions.${distribution}`)}</Text>,
    },
    {
      key: 'users',
      header: t('queues.columns.users'),
      width: 90,
      cell: ({ id }) => (
        <Loaded data={users}>
          {(all) => <Text size="sm">{format(all.filter((user) => user.queueIds.includes(id)).length)}</Text>}
        </Loaded>
      ),
    },
    {
      key: 'connections',
      header: t('queues.columns.connections'),
      width: 140,
      minTableWidth: 700,
      cell: ({ id }) => (
        <Loaded data={connections}>{(all) => <Names of={all.filter((one) => usesQueue(one, id))} />}</Loaded>
      ),
    },
    {
      key: 'order',
      header: t('queues.columns.order'),
      width: 88,
      cell: ({ id, name }) => (
        <OrderButtons
          name={name}
          place={queues.findIndex((queue) => queue.id === id) + 1}
          of={queues.length}
          onMove={(by) => onMove(id, by)}
        />
      ),
    },
    {
      key: 'actions',
      header: t('common.actions'),
      place: 'actions',
      width: 100,
      align: 'right',
      cell: (queue) => (
        <EditActions name={queue.name} onEdit={() => onEdit(queue)} onDelete={() => onDelete(queue)} />
      ),
    },
  ]
}

export const usesQueue = ({ queues }: Connection, queueId: string): boolean =>
  queues.some(({ id }) => id === queueId)

function NameAndGreeting({ queue: { name, color, greetingMessage } }: { queue: TicketQueue }) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <ColorSwatch size={16} mt={3} color={color} style={{ flexShrink: 0 }} aria-hidden />
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {greetingMessage && (
          <Text size="xs" c="dimmed" lineClamp={1}>
            {greetingMessage}
          </Text>
        )}
      </Stack>
    </Group>
  )
}

function Names({ of }: { of: readonly { id: string; name: string }[] }) {
  const { t } = useTexts()
  if (of.length === 0) return <Dimmed>{t('queues.noConnections')}</Dimmed>
  return <Text size="sm">{of.map(({ name }) => name).join(', ')}</Text>
}

interface LoadedProps<T> {
  data: T | undefined | null
  children: (data: T) => React.ReactNode
}

/** A value from another list, which may still be on its way or missing. */
function Loaded<T>({ data, children }: LoadedProps<T>) {
  if (data === undefined) return <Skeleton height={16} width={40} aria-busy />
  return data === null ? <Dimmed>—</Dimmed> : children(data)
}

const Dimmed = ({ children }: { children: React.ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)
