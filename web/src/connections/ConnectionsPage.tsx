import { Button } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import type { ConnectionsSearch } from '../routes/_app/connections.tsx'
import { useMay } from '../session/use-session.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { EmptyList } from '../ui/EmptyList.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { ConnectionDialog } from './ConnectionDialog.tsx'
import { useConnectionColumns } from './columns.tsx'
import { DeleteConnection } from './DeleteConnection.tsx'
import { QrDialog } from './QrDialog.tsx'
import { connectionsQuery } from './queries.ts'
import { useLinkingToasts } from './use-linking-toasts.ts'

interface ConnectionsPageProps {
  search: ConnectionsSearch
  onSearch: (search: ConnectionsSearch) => void
}

export function ConnectionsPage({ search: { dialog, id }, onSearch }: ConnectionsPageProps) {
  const { t } = useTexts()
  const { data, ...state } = useQuery(connectionsQuery)
  const [toDelete, setToDelete] = useState<Connection>()
  const mayAdd = useMay('connections-page:addConnection')
  const records = data ?? []
  const watchLinking = useLinkingToasts(records)
  const closeDialog = () => onSearch({})
  const columns = useConnectionColumns({
    onShowQr: (id) => onSearch({ dialog: 'qr', id }),
    onEdit: (id) => onSearch({ dialog: 'edit', id }),
    onDelete: setToDelete,
  })
  const edited = dialog === 'edit' ? records.find((connection) => connection.id === id) : undefined
  const onScanned = () => {
    closeDialog()
    if (id) watchLinking(id)
  }

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
      {mayAdd && (dialog === 'new' || edited) && (
        <ConnectionDialog
          key={edited?.id ?? 'new'}
          connection={edited}
          // A new connection asks for a QR code at once: the next step is to read it.
          onSaved={(saved) => (edited ? closeDialog() : onSearch({ dialog: 'qr', id: saved.id }))}
          onClose={closeDialog}
        />
      )}
      {mayAdd && dialog === 'qr' && id && (
        <QrDialog whatsappId={id} onScanned={onScanned} onClose={closeDialog} />
      )}
      <DeleteConnection connection={toDelete} onClose={() => setToDelete(undefined)} />
    </>
  )
}
