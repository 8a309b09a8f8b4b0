import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { cshow } from '../../api/session.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ImportBanner } from '../../imports/ImportBanner.tsx'
import { ImportDialog } from '../../imports/ImportDialog.tsx'
import { CONTACTS } from '../../imports/target.ts'
import { useMay } from '../../session/use-session.ts'
import { personOfContact } from '../../tickets/opening/person-of-contact.ts'
import { useNewConversation } from '../../tickets/opening/use-new-conversation.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import { ContactDialog } from '../form/ContactDialog.tsx'
import { useContacts } from '../queries.ts'
import { ContactsActions } from './ContactsActions.tsx'
import { useContactColumns } from './columns.tsx'
import { ImportListDialog } from './ImportListDialog.tsx'
import type { ContactsSearch } from './search.ts'

interface ContactsPageProps {
  search: ContactsSearch
  onSearch: (search: ContactsSearch) => void
}

/** The people that the company talks to. */
export function ContactsPage({ search, onSearch }: ContactsPageProps) {
  const { t } = useTexts()
  const navigate = useNavigateFromHere()
  const mayAdminister = useMay('drawer-admin-items:view')
  const searchText = search.search ?? ''
  const list = useContacts(searchText)
  const { begin, dialog } = useNewConversation()
  const columns = useContactColumns((contact) => begin(personOfContact(contact)))
  const filter = { search: search.search }
  const closeDialog = () => onSearch(filter)
  const running = mayAdminister ? list.firstPage?.importId : undefined
  const openImport = (importId?: string) => onSearch({ ...filter, dialog: 'import', importId })
  const add = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => onSearch({ ...filter, dialog: 'new' })}
    >
      {t('contactBook.new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('contactBook.title')}>
        <ContactsActions
          onImportList={() => onSearch({ ...filter, dialog: 'from-list' })}
          onImportSheet={() => openImport(running ?? undefined)}
        />
        {add}
      </PageHeader>
      {running && search.dialog !== 'import' && (
        <ImportBanner target={CONTACTS} importId={running} onOpen={() => openImport(running)} />
      )}
      <FilterBar>
        <SearchBox
          label={t('contactBook.search')}
          value={searchText}
          onSearch={(text) => onSearch({ search: text || undefined })}
        />
        <Quantity count={list.firstPage?.count} />
      </FilterBar>
      <DataTable
        label={t('contactBook.title')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyList drawing="people" text={t('contactBook.empty')} isFiltered={searchText !== ''}>
            {add}
          </EmptyList>
        }
      />
      {dialog}
      {search.dialog === 'new' && (
        <ContactDialog
          contact={undefined}
          onSaved={({ id }) => navigate({ to: '/contacts/$contactId', params: { contactId: id } })}
          onClose={closeDialog}
        />
      )}
      {search.dialog === 'from-list' && mayAdminister && cshow() && (
        <ImportListDialog onStarted={openImport} onClose={closeDialog} />
      )}
      {search.dialog === 'import' && mayAdminister && (
        <ImportDialog
          target={CONTACTS}
          consent={null}
          importId={search.importId}
          onImport={openImport}
          onClose={closeDialog}
        />
      )}
    </>
  )
}
