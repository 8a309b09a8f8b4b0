import { Badge, Group, Stack, Text } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { RowAction } from '../../ui/RowAction.tsx'
import { TimeAgo } from '../../zone/TimeAgo.tsx'
import { ConnectionHealth } from '../health/ConnectionHealth.tsx'
import { TestThisConnection } from '../TestConnection.tsx'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import { SessionButtons } from './SessionButtons.tsx'

interface RowActions {
  onShowQr: (id: string) => void
  onDecideNumber: (id: string) => void
  onEdit: (id: string) => void
  onDelete: (connection: Connection) => void
}

export function useConnectionColumns(actions: RowActions): Column<Connection>[] {
  const { onShowQr, onDecideNumber, onEdit, onDelete } = actions
  const { t } = useTexts()
  const mayConnect = useMay('connections-page:actionButtons')
  const mayChange = useMay('connections-page:editOrDeleteConnection')
  const session: Column<Connection> = {
    key: 'session',
    header: t('connections.columns.session'),
    width: 182,
    cell: (connection) => (
      <SessionButtons
        connection={connection}
        onShowQr={() => onShowQr(connection.id)}
        onDecideNumber={() => onDecideNumber(connection.id)}
      />
    ),
  }
  return [
    {
      key: 'name',
      header: t('connections.name'),
      place: 'title',
      cell: (connection) => <NameAndNumber connection={connection} />,
    },
    {
      key: 'status',
      header: t('connections.columns.status'),
      width: 190,
      cell: (connection) => <ConnectionStatus connection={connection} />,
    },
    {
      key: 'health',
      header: t('connections.columns.health'),
      width: 162,
      minTableWidth: 780,
      cell: (connection) => <ConnectionHealth connection={connection} />,
    },
    ...(mayConnect ? [session] : []),
    {
      key: 'updatedAt',
      header: t('connections.columns.updatedAt'),
      width: 112,
      minTableWidth: 900,
      cell: ({ updatedAt }) => <TimeAgo instant={updatedAt} />,
    },
    {
      key: 'actions',
      header: t('common.actions'),
      place: 'actions',
      width: mayChange ? 130 : 80,
      align: 'right',
      cell: (connection) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <TestThisConnection whatsappId={connection.id} />
          {mayChange && (
            <>
              <RowAction label={t('common.edit')} icon={IconPencil} onClick={() => onEdit(connection.id)} />
              <RowAction
                label={t('common.delete')}
                icon={IconTrash}
                danger
                onClick={() => onDelete(connection)}
              />
            </>
          )}
        </Group>
      ),
    },
  ]
}

function NameAndNumber({ connection }: { connection: Connection }) {
  const { t } = useTexts()
  const { name, isDefault, number, profileName } = connection
  return (
    <Stack gap={0}>
      <Group gap={6}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {isDefault && (
          <Badge size="sm" variant="default" tt="none">
            {t('connections.default')}
          </Badge>
        )}
      </Group>
      {number && <Text size="sm">{formatNumber(number)}</Text>}
      {profileName && (
        <Text size="xs" c="dimmed">
          {profileName}
        </Text>
      )}
    </Stack>
  )
}
