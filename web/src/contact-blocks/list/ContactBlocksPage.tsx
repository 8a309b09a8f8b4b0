import { Button } from '@mantine/core'
import type { ContactBlock } from '@recado/shared/contact-blocks/contact-block'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ImportBanner } from '../../imports/ImportBanner.tsx'
import { ImportDialog } from '../../imports/ImportDialog.tsx'
import { intoBlocksQuery } from '../../imports/queries.ts'
import { BLOCKS } from '../../imports/target.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useContactBlocks } from '../queries.ts'
import { BlockDialog } from './BlockDialog.tsx'
import { useContactBlockColumns } from './columns.tsx'
import type { ContactBlocksSearch } from './search.ts'
import { UnblockDialog } from './UnblockDialog.tsx'

interface ContactBlocksPageProps {
  search: ContactBlocksSearch
  onSearch: (search: ContactBlocksSearch) => void
}

/** Pause after the last key (ms), which is shorter than for other lists (part 2 §9). */
const SEARCH_DEBOUNCE_MS = 300

export function ContactBlocksPage({ search, onSearch }: ContactBlocksPageProps) {
  const { t } = useTexts()
  const searchText = search.search ?? ''
  const list = useContactBlocks(searchText)
  const { data: runningImport } = useQuery(intoBlocksQuery)
  const [toUnblock, setToUnblock] = useState<ContactBlock>()
  const columns = useContactBlockColumns({ onUnblock: setToUnblock })
  const filter = { search: search.search }
  const closeDialog = () => onSearch(filter)
  const openImport = () => onSearch({ ...filter, dialog: 'import', importId: runningImport ?? undefined })

  const actions = (
    <>
      <Button variant="default" leftSection={<IconFileImport size={18} aria-hidden />} onClick={openImport}>
        {t('imports.action')}
      </Button>
      <Button
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => onSearch({ ...filter, dialog: 'new' })}
      >
        {t('blocks.new')}
      </Button>
    </>
  )
  return (
    <>
      <PageHeader title={t('blocks.title')}>{actions}</PageHeader>
      {runningImport && search.dialog !== 'import' && (
        <ImportBanner target={BLOCKS} importId={runningImport} onOpen={openImport} />
      )}
      <FilterBar>
        <SearchBox
          label={t('blocks.search')}
          value={searchText}
          debounceMs={SEARCH_DEBOUNCE_MS}
          onSearch={(text) => onSearch({ search: text || undefined })}
        />
        <Quantity count={list.firstPage?.count} />
      </FilterBar>
      <DataTable
        label={t('blocks.title')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyList drawing="people" text={t('blocks.empty')} isFiltered={searchText !== ''}>
            {actions}
          </EmptyList>
        }
      />
      {search.dialog === 'new' && <BlockDialog onClose={closeDialog} />}
      {search.dialog === 'import' && (
        <ImportDialog
          target={BLOCKS}
          consent={null}
          importId={search.importId}
          onImport={(importId) => onSearch({ ...filter, dialog: 'import', importId })}
          onClose={closeDialog}
        />
      )}
      <UnblockDialog contactBlock={toUnblock} onClose={() => setToUnblock(undefined)} />
    </>
  )
}
