import { Group, Stack, Text } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import { formatNumber } from '@recado/shared/contacts/phone-display'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { useMay } from '../session/use-session.ts'
import type { Column } from '../ui/DataTable.tsx'
import { RowAction } from '../ui/RowAction.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import { SessionButtons } from './SessionButtons.tsx'

interface RowActions {
  onShowQr: (id: string) => void
  onEdit: (id: string) => void
  onDelete: (connection: Connection) => void
}

export function useConnectionColumns({ onShowQr, onEdit, onDelete }: RowActions): Column<Connection>[] {
  const { t } = useTexts()
  const mayConnect = useMay('connections-page:actionButtons')
  const mayChange = useMay('connections-page:editOrDeleteConnection')
  return [
    {
      key: 'name',
      header: t('connections.name'),
      place: 'title',
      cell: ({ name, isDefault }) => (
        <Stack gap={0}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {isDefault && (
            <Text size="xs" c="dimmed">
              {t('connections.default')}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'status',
      header: t('connections.columns.status'),
      width: 210,
      cell: (connection) => <ConnectionStatus connection={connection} />,
    },
    {
      key: 'number',
      header: t('connections.columns.number'),
      minTableWidth: 760,
      isEmpty: ({ number }) => number === null,
      cell: ({ number, profileName }) => (
        <Stack gap={0}>
          <Text size="sm">{number ? formatNumber(number) : '—'}</Text>
          {profileName && (
            <Text size="xs" c="dimmed">
              {profileName}
            </Text>
          )}
        </Stack>
      ),
    },
    ...(mayConnect
      ? [
          {
            key: 'session',
            header: t('connections.columns.session'),
            cell: (connection: Connection) => (
              <SessionButtons connection={connection} onShowQr={() => onShowQr(connection.id)} />
            ),
          },
        ]
      : []),
    {
      key: 'updatedAt',
      header: t('connections.columns.updatedAt'),
      width: 130,
      minTableWidth: 900,
      cell: ({ updatedAt }) => <TimeAgo instant={updatedAt} />,
    },
    ...(mayChange
      ? [
          {
            key: 'actions',
            header: t('common.actions'),
            place: 'actions' as const,
            width: 100,
            align: 'right' as const,
            cell: (connection: Connection) => (
              <Group gap={4} justify="flex-end" wrap="nowrap">
                <RowAction label={t('common.edit')} icon={IconPencil} onClick={() => onEdit(connection.id)} />
                <RowAction
                  label={t('common.delete')}
                  icon={IconTrash}
                  danger
                  onClick={() => onDelete(connection)}
                />
              </Group>
            ),
          },
        ]
      : []),
  ]
}
