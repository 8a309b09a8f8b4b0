import { Button } from '@mantine/core'
import type { ContactList, ContactListType } from '@recado/shared/contact-lists/contact-list'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { SyncButton } from '../../extractors/SyncButton.tsx'
import { SyncProgress } from '../../extractors/SyncProgress.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useContactLists } from '../queries.ts'
import type { ContactListsSearch } from '../search.ts'
import { ContactListDialog } from './ContactListDialog.tsx'
import { useContactListColumns } from './columns.tsx'
import { DeleteContactList } from './DeleteContactList.tsx'
import { EditContactListDialog } from './EditContactListDialog.tsx'
import { TemplateButton } from './TemplateButton.tsx'

/** Part 1 §9. */
const NEXT_PAGE_DELAY_MS = 300

interface ContactListsPageProps {
  /** Users create PRIVATE lists. GROUP lists come from the accounts' groups. */
  type: ContactListType
  search: ContactListsSearch
  onSearch: (search: ContactListsSearch) => void
  /** Called with a new list, which is empty and has to be filled. */
  onCreated?: (contactList: ContactList) => void
}

export function ContactListsPage({ type, search, onSearch, onCreated }: ContactListsPageProps) {
  const { t } = useTexts()
  const isGroup = type === 'GROUP'
  const texts = isGroup ? 'groupLists' : 'contactLists'
  const searchText = search.search ?? ''
  const list = useContactLists(type, searchText)
  const [toDelete, setToDelete] = useState<ContactList>()
  const closeDialog = () => onSearch({ search: search.search })
  const columns = useContactListColumns(type, {
    onEdit: (id) => onSearch({ ...search, dialog: 'edit', id }),
    onDelete: setToDelete,
  })
  const isNew = search.dialog === 'new' && !isGroup

  const action = isGroup ? (
    <SyncButton label={t('groupLists.sync')} />
  ) : (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => onSearch({ ...search, dialog: 'new', id: undefined })}
    >
      {t('contactLists.new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t(`${texts}.title`)}>
        {!isGroup && <TemplateButton />}
        {action}
      </PageHeader>
      {isGroup && <SyncProgress />}
      <FilterBar>
        <SearchBox
          label={t(`${texts}.search`)}
          value={searchText}
          onSearch={(text) => onSearch({ search: text || undefined })}
        />
      </FilterBar>
      <DataTable
        label={t(`${texts}.title`)}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        nextPageDelayMs={NEXT_PAGE_DELAY_MS}
        empty={
          <EmptyList drawing="people" text={t(`${texts}.empty`)} isFiltered={searchText !== ''}>
            {action}
          </EmptyList>
        }
      />
      {isNew && (
        <ContactListDialog
          contactList={undefined}
          onSaved={(saved) => onCreated?.(saved)}
          onClose={closeDialog}
        />
      )}
      {search.dialog === 'edit' && search.id && (
        <EditContactListDialog key={search.id} contactListId={search.id} onClose={closeDialog} />
      )}
      <DeleteContactList contactList={toDelete} onClose={() => setToDelete(undefined)} />
    </>
  )
}
