import { Button } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { connectionsQuery } from '../queries.ts'
import { ConnectionDialogs } from './ConnectionDialogs.tsx'
import { useConnectionColumns } from './columns.tsx'
import { DeleteConnection } from './DeleteConnection.tsx'
import type { ConnectionsSearch } from './search.ts'
import { useLinkingToasts } from './use-linking-toasts.ts'

interface ConnectionsPageProps {
  search: ConnectionsSearch
  onSearch: (search: ConnectionsSearch) => void
}

/** Refetch interval (ms). Traffic and first contacts have no live event. */
const HEALTH_REFRESH_MS = 60_000

export function ConnectionsPage({ search, onSearch }: ConnectionsPageProps) {
  const { t } = useTexts()
  const { data, ...state } = useQuery({ ...connectionsQuery, refetchInterval: HEALTH_REFRESH_MS })
  const [toDelete, setToDelete] = useState<Connection>()
  const mayAdd = useMay('connections-page:addConnection')
  const records = data ?? []
  const onEnded = useCallback(
    ({ id, statusReason }: Connection) =>
      onSearch({ dialog: statusReason === 'OTHER_NUMBER' ? 'number' : 'qr', id }),
    [onSearch],
  )
  const watchLinking = useLinkingToasts(records, onEnded)
  const columns = useConnectionColumns({
    onShowQr: (id) => onSearch({ dialog: 'qr', id }),
    onDecideNumber: (id) => onSearch({ dialog: 'number', id }),
    onEdit: (id) => onSearch({ dialog: 'edit', id }),
    onDelete: setToDelete,
  })
  const addButton = mayAdd && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onSearch({ dialog: 'new' })}>
      {t('connections.new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('connections.title')}>{addButton}</PageHeader>
      <DataTable
        label={t('connections.title')}
        columns={columns}
        list={{ ...state, records }}
        rowKey={(connection) => connection.id}
        empty={
          <EmptyList icon={IconPlugConnected} text={t('connections.empty')} isFiltered={false}>
            {addButton}
          </EmptyList>
        }
      />
      {data && (
        <ConnectionDialogs connections={data} search={search} onSearch={onSearch} onLinked={watchLinking} />
      )}
      <DeleteConnection connection={toDelete} onClose={() => setToDelete(undefined)} />
    </>
  )
}
