import { Box, Button } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import { searchable, searchTerm } from '@recado/shared/searchable'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { CONTENT_WIDTH } from '../../ui/theme/tokens.ts'
import { connectionsQuery } from '../queries.ts'
import { ConnectionCards } from './ConnectionCards.tsx'
import { ConnectionDialogs } from './ConnectionDialogs.tsx'
import { DeleteConnection } from './DeleteConnection.tsx'
import type { ConnectionsSearch } from './search.ts'
import { useLinkingToasts } from './use-linking-toasts.ts'

interface ConnectionsPageProps {
  search: ConnectionsSearch
  onSearch: (search: ConnectionsSearch) => void
}

/** Refetch interval (ms). Traffic and first contacts have no live event. */
const HEALTH_REFRESH_MS = 60_000
/** From this many connections on, a person searches instead of looking. */
const SEARCHED_FROM = 7

export function ConnectionsPage({ search, onSearch }: ConnectionsPageProps) {
  const { t } = useTexts()
  const { data, ...state } = useQuery({ ...connectionsQuery, refetchInterval: HEALTH_REFRESH_MS })
  const [toDelete, setToDelete] = useState<Connection>()
  const mayAdd = useMay('connections-page:addConnection')
  const { search: text } = search
  const all = data ?? []
  const open = useCallback(
    (dialog: ConnectionsSearch) => onSearch({ search: text, ...dialog }),
    [onSearch, text],
  )
  const onEnded = useCallback(
    ({ id, statusReason }: Connection) =>
      open({ dialog: statusReason === 'OTHER_NUMBER' ? 'number' : 'qr', id }),
    [open],
  )
  const watchLinking = useLinkingToasts(all, onEnded)
  const addButton = mayAdd && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open({ dialog: 'new' })}>
      {t('connections.new')}
    </Button>
  )
  const hasNone = data?.length === 0
  return (
    <Box maw={CONTENT_WIDTH}>
      <PageHeader title={t('connections.title')}>{!hasNone && addButton}</PageHeader>
      {(all.length >= SEARCHED_FROM || text) && (
        <FilterBar>
          <SearchBox
            label={t('connections.search')}
            value={text ?? ''}
            onSearch={(typed) => onSearch({ search: typed || undefined })}
          />
        </FilterBar>
      )}
      <ConnectionCards
        list={{ ...state, records: all.filter((connection) => isFound(connection, text)) }}
        onShowQr={(id) => open({ dialog: 'qr', id })}
        onDecideNumber={(id) => open({ dialog: 'number', id })}
        onEdit={(id) => open({ dialog: 'edit', id })}
        onDelete={setToDelete}
        empty={
          hasNone ? (
            <Nothing
              drawing="phone"
              title={mayAdd ? t('connections.first') : undefined}
              text={t('connections.empty')}
            >
              {addButton}
            </Nothing>
          ) : (
            <Nothing drawing="search" text={t('common.nothingMatches')} />
          )
        }
      />
      {data && (
        <ConnectionDialogs connections={data} search={search} onSearch={open} onLinked={watchLinking} />
      )}
      <DeleteConnection connection={toDelete} onClose={() => setToDelete(undefined)} />
    </Box>
  )
}

/** Whether the searched text is in a connection's name, or in the number that its card shows. */
const isFound = ({ name, number, knownNumber }: Connection, text: string | undefined): boolean =>
  !text || searchable(`${name} ${number ?? knownNumber ?? ''}`).includes(searchTerm(text))
