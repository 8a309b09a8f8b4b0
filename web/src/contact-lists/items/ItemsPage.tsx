import { Alert, Button, Select, Text } from '@mantine/core'
import { RECOMMENDED_LIST_SIZE } from '@recado/shared/campaigns/campaign'
import type { ContactListItem } from '@recado/shared/contact-lists/contact-list-item'
import { IconFileImport, IconInfoCircle, IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { ItemsSearch } from '../../routes/_app/_cshow/contact-lists.$contactListId.contacts.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useNumbers } from '../../ui/use-numbers.ts'
import { ImportBanner } from '../import/ImportBanner.tsx'
import { ImportDialog } from '../import/ImportDialog.tsx'
import { contactListQuery, useContactListItems } from '../queries.ts'
import { useItemColumns } from './columns.tsx'
import { DeleteItem } from './DeleteItem.tsx'
import { ItemDialog } from './ItemDialog.tsx'

interface ItemsPageProps {
  contactListId: string
  search: ItemsSearch
  onSearch: (search: ItemsSearch) => void
}

export function ItemsPage({ contactListId, search, onSearch }: ItemsPageProps) {
  const { t } = useTexts()
  const { data: contactList } = useQuery(contactListQuery(contactListId))
  const searchParam = search.search ?? ''
  const list = useContactListItems(contactListId, { searchParam, valid: search.valid })
  const [toDelete, setToDelete] = useState<ContactListItem>()
  const filter = { search: search.search, valid: search.valid }
  const columns = useItemColumns({
    onEdit: (id) => onSearch({ ...filter, dialog: 'edit', id }),
    onDelete: setToDelete,
  })
  const edited = search.dialog === 'edit' ? list.records.find(({ id }) => id === search.id) : undefined
  const closeDialog = () => onSearch(filter)
  // A running import is named, so that the dialog still shows it once it has ended.
  const openImport = () =>
    onSearch({ ...filter, dialog: 'import', importId: contactList?.importId ?? undefined })

  const importButton = (
    <Button variant="default" leftSection={<IconFileImport size={18} aria-hidden />} onClick={openImport}>
      {t('contactLists.import.action')}
    </Button>
  )
  const newButton = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => onSearch({ ...filter, dialog: 'new' })}
    >
      {t('contacts.new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={contactList?.name ?? t('contacts.title')} back="/contact-lists">
        {importButton}
        {newButton}
      </PageHeader>
      {contactList?.importId && search.dialog !== 'import' && (
        <ImportBanner contactListId={contactListId} importId={contactList.importId} onOpen={openImport} />
      )}
      {contactList && contactList.contactsCount > RECOMMENDED_LIST_SIZE && (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} mb="md" py="xs">
          {t('contactLists.limit')}
        </Alert>
      )}
      <FilterBar>
        <SearchBox
          label={t('contacts.search')}
          value={searchParam}
          onSearch={(text) => onSearch({ ...filter, search: text || undefined })}
        />
        <ValidityFilter value={search.valid} onChange={(valid) => onSearch({ ...filter, valid })} />
        <Quantity count={list.firstPage?.count} />
      </FilterBar>
      <DataTable
        label={t('contacts.title')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyList
            icon={IconUsers}
            text={t('contacts.empty')}
            isFiltered={Boolean(searchParam || search.valid)}
          >
            {importButton}
            {newButton}
          </EmptyList>
        }
      />
      {(search.dialog === 'new' || edited) && (
        <ItemDialog
          key={edited?.id ?? 'new'}
          contactListId={contactListId}
          item={edited}
          onClose={closeDialog}
        />
      )}
      {search.dialog === 'import' && contactList && (
        <ImportDialog
          contactListId={contactListId}
          importId={search.importId}
          onImport={(importId) => onSearch({ ...filter, dialog: 'import', importId })}
          onClose={closeDialog}
        />
      )}
      <DeleteItem item={toDelete} onClose={() => setToDelete(undefined)} />
    </>
  )
}

interface ValidityFilterProps {
  value: ItemsSearch['valid']
  onChange: (value: ItemsSearch['valid']) => void
}

function ValidityFilter({ value, onChange }: ValidityFilterProps) {
  const { t } = useTexts()
  return (
    <Select
      aria-label={t('contacts.columns.validity')}
      data={[
        { value: 'all', label: t('contacts.validity.all') },
        { value: 'true', label: t('contacts.validity.valids') },
        { value: 'false', label: t('contacts.validity.invalids') },
      ]}
      value={value ?? 'all'}
      onChange={(next) => onChange(next === 'true' || next === 'false' ? next : undefined)}
      w={200}
    />
  )
}

function Quantity({ count }: { count: number | undefined }) {
  const { t } = useTexts()
  const format = useNumbers()
  return (
    <Text size="sm" c="dimmed" role="status">
      {count === undefined ? t('common.loadingDots') : t('contacts.quantity', { quantity: format(count) })}
    </Text>
  )
}
