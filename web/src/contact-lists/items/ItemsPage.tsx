import { Alert, Button } from '@mantine/core'
import { RECOMMENDED_LIST_SIZE } from '@recado/shared/campaigns/contract/campaign'
import type { ContactListType } from '@recado/shared/contact-lists/contact-list'
import type { ContactListItem } from '@recado/shared/contact-lists/contact-list-item'
import { IconInfoCircle, IconPlus } from '@tabler/icons-react'
import { Navigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ImportBanner } from '../../imports/ImportBanner.tsx'
import { ImportDialog } from '../../imports/ImportDialog.tsx'
import { listTarget } from '../../imports/target.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { RecordProblem } from '../../ui/RecordProblem.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { CheckBanner } from '../check/CheckBanner.tsx'
import { contactsLink } from '../contacts-link.ts'
import type { ItemsSearch } from '../search.ts'
import { useItemColumns } from './columns.tsx'
import { DeleteItem } from './DeleteItem.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { EditItemDialog } from './EditItemDialog.tsx'
import { ImportButton } from './ImportButton.tsx'
import { ItemDialog } from './ItemDialog.tsx'
import { ListCounts } from './ListCounts.tsx'
import { useContactListItems } from './queries.ts'
import { useList } from './use-list.ts'
import { ValidityFilter } from './ValidityFilter.tsx'

interface ItemsPageProps {
  contactListId: string
  /** Members of a group are managed in WhatsApp; they cannot be added or edited here. */
  type: ContactListType
  search: ItemsSearch
  onSearch: (search: ItemsSearch) => void
}

export function ItemsPage({ contactListId, type, search, onSearch }: ItemsPageProps) {
  const { t } = useTexts()
  const { data: contactList, error, refetch, isFetching } = useList(contactListId)
  const target = useMemo(() => listTarget(contactListId), [contactListId])
  const searchParam = search.search ?? ''
  const list = useContactListItems(contactListId, { searchParam, valid: search.valid })
  const [toDelete, setToDelete] = useState<ContactListItem>()
  const filter = { search: search.search, valid: search.valid }
  const columns = useItemColumns(type, {
    onEdit: (id) => onSearch({ ...filter, dialog: 'edit', id }),
    onDelete: setToDelete,
  })
  const isGroup = type === 'GROUP'
  const dialog = isGroup ? undefined : search.dialog
  const closeDialog = () => onSearch(filter)
  // The URL names a running import, so that the dialog still shows it after its end.
  const openImport = () =>
    onSearch({ ...filter, dialog: 'import', importId: contactList?.importId ?? undefined })

  const isEmpty = contactList?.contactsCount === 0
  const importButton = (
    <ImportButton
      isPrimary={isEmpty}
      takesFocus={isEmpty && search.focus === 'import'}
      onClick={openImport}
    />
  )
  const back = isGroup ? '/group-lists' : '/contact-lists'
  if (error && !contactList) {
    return (
      <>
        <PageHeader title={t('contacts.title')} back={back} />
        <RecordProblem error={error} back={back} onRetry={refetch} isRetrying={isFetching} />
      </>
    )
  }
  // The audit trail does not know the type of a list.
  if (contactList && contactList.type !== type) return <Navigate {...contactsLink(contactList)} replace />
  return (
    <>
      <PageHeader title={contactList?.name ?? t('contacts.title')} back={back}>
        {!isEmpty && <DownloadButton contactListId={contactListId} type={type} />}
        {!isGroup && contactList && !isEmpty && importButton}
        {!isGroup && (
          <Button
            variant={isEmpty ? 'default' : 'filled'}
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => onSearch({ ...filter, dialog: 'new' })}
          >
            {t('contacts.new')}
          </Button>
        )}
      </PageHeader>
      {contactList?.importId && dialog !== 'import' && (
        <ImportBanner target={target} importId={contactList.importId} onOpen={openImport} />
      )}
      {contactList?.checking && <CheckBanner contactListId={contactListId} check={contactList.checking} />}
      {contactList && contactList.contactsCount > RECOMMENDED_LIST_SIZE && (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} mb="md" py="xs">
          {t('contactLists.limit')}
        </Alert>
      )}
      <ListCounts contactList={contactList} />
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
            drawing="people"
            text={isGroup ? t('groupLists.noMembers') : t('contacts.empty')}
            isFiltered={Boolean(searchParam || search.valid)}
          >
            {!isGroup && importButton}
          </EmptyList>
        }
      />
      {dialog === 'new' && (
        <ItemDialog contactListId={contactListId} item={undefined} onClose={closeDialog} />
      )}
      {dialog === 'edit' && search.id && (
        <EditItemDialog key={search.id} itemId={search.id} onClose={closeDialog} />
      )}
      {dialog === 'import' && contactList && (
        <ImportDialog
          target={target}
          consent={contactList.consent}
          importId={search.importId}
          onImport={(importId) => onSearch({ ...filter, dialog: 'import', importId })}
          onClose={closeDialog}
        />
      )}
      <DeleteItem item={toDelete} onClose={() => setToDelete(undefined)} />
    </>
  )
}
