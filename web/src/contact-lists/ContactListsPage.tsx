import { Button } from '@mantine/core'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { IconAddressBook, IconDownload, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import type { ContactListsSearch } from '../routes/_app/_cshow/contact-lists.index.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { EmptyList } from '../ui/EmptyList.tsx'
import { FilterBar } from '../ui/FilterBar.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { ContactListDialog } from './ContactListDialog.tsx'
import { useContactListColumns } from './columns.tsx'
import { DeleteContactList } from './DeleteContactList.tsx'
import { downloadTemplate } from './download-template.ts'
import { useContactLists } from './queries.ts'

interface ContactListsPageProps {
  search: ContactListsSearch
  onSearch: (search: ContactListsSearch) => void
  /** A new list is empty: what follows is to fill it. */
  onCreated: (contactList: ContactList) => void
}

export function ContactListsPage({ search, onSearch, onCreated }: ContactListsPageProps) {
  const { t } = useTexts()
  const searchText = search.search ?? ''
  const list = useContactLists(searchText)
  const [toDelete, setToDelete] = useState<ContactList>()
  const closeDialog = () => onSearch({ search: search.search })
  const columns = useContactListColumns({
    onEdit: (id) => onSearch({ ...search, dialog: 'edit', id }),
    onDelete: setToDelete,
  })
  const edited = search.dialog === 'edit' ? list.records.find(({ id }) => id === search.id) : undefined

  const newButton = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => onSearch({ ...search, dialog: 'new', id: undefined })}
    >
      {t('contactLists.new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('contactLists.title')}>
        <TemplateButton />
        {newButton}
      </PageHeader>
      <FilterBar>
        <SearchBox
          label={t('contactLists.search')}
          value={searchText}
          onSearch={(text) => onSearch({ search: text || undefined })}
        />
      </FilterBar>
      <DataTable
        label={t('contactLists.title')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyList icon={IconAddressBook} text={t('contactLists.empty')} isFiltered={searchText !== ''}>
            {newButton}
          </EmptyList>
        }
      />
      {(search.dialog === 'new' || edited) && (
        <ContactListDialog
          key={edited?.id ?? 'new'}
          contactList={edited}
          onSaved={edited ? closeDialog : onCreated}
          onClose={closeDialog}
        />
      )}
      <DeleteContactList contactList={toDelete} onClose={() => setToDelete(undefined)} />
    </>
  )
}

function TemplateButton() {
  const { t } = useTexts()
  const download = useMutation({ mutationFn: downloadTemplate })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('contactLists.template')}
    </Button>
  )
}
