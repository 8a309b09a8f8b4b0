import { Button } from '@mantine/core'
import type { Tag } from '@recado/shared/tags/tag'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { EditTagDialog } from '../form/EditTagDialog.tsx'
import { TagDialog } from '../form/TagDialog.tsx'
import { useTags } from '../queries.ts'
import { useTagColumns } from './columns.tsx'
import { DeleteTagDialog } from './DeleteTagDialog.tsx'
import type { TagsSearch } from './search.ts'

interface TagsPageProps {
  search: TagsSearch
  onSearch: (search: TagsSearch) => void
}

export function TagsPage({ search, onSearch }: TagsPageProps) {
  const { t } = useTexts()
  const searchText = search.search ?? ''
  const list = useTags(searchText)
  const [toDelete, setToDelete] = useState<Tag>()
  const filter = { search: search.search }
  const columns = useTagColumns({
    onEdit: ({ id }) => onSearch({ ...filter, dialog: 'edit', id }),
    onDelete: setToDelete,
  })
  const closeDialog = () => onSearch(filter)
  const add = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => onSearch({ ...filter, dialog: 'new' })}
    >
      {t('tags.new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('tags.title')}>{add}</PageHeader>
      <FilterBar>
        <SearchBox
          label={t('tags.search')}
          value={searchText}
          onSearch={(text) => onSearch({ search: text || undefined })}
        />
        <Quantity count={list.firstPage?.count} />
      </FilterBar>
      <DataTable
        label={t('tags.title')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyList drawing="tag" text={t('tags.empty')} isFiltered={searchText !== ''}>
            {add}
          </EmptyList>
        }
      />
      {search.dialog === 'new' && <TagDialog tag={undefined} onClose={closeDialog} />}
      {search.dialog === 'edit' && search.id && (
        <EditTagDialog key={search.id} tagId={search.id} onClose={closeDialog} />
      )}
      <DeleteTagDialog tag={toDelete} onClose={() => setToDelete(undefined)} />
    </>
  )
}
