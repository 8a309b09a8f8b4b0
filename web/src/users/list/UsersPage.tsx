import { Button } from '@mantine/core'
import type { ShownUser } from '@recado/shared/users/user'
import { IconMailPlus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { EditUserDialog } from '../form/EditUserDialog.tsx'
import { UserDialog } from '../form/UserDialog.tsx'
import { Invitations } from '../invitations/Invitations.tsx'
import { InviteDialog } from '../invitations/InviteDialog.tsx'
import { useUsers } from '../queries.ts'
import { useUserColumns } from './columns.tsx'
import { DeleteUserDialog } from './DeleteUserDialog.tsx'
import type { UsersSearch } from './search.ts'

interface UsersPageProps {
  search: UsersSearch
  onSearch: (search: UsersSearch) => void
}

export function UsersPage({ search, onSearch }: UsersPageProps) {
  const { t } = useTexts()
  const searchText = search.search ?? ''
  const list = useUsers(searchText)
  const [toDelete, setToDelete] = useState<ShownUser>()
  const filter = { search: search.search }
  const columns = useUserColumns({
    onEdit: ({ id }) => onSearch({ ...filter, dialog: 'edit', id }),
    onDelete: setToDelete,
  })
  // Access for support cannot create users.
  const mayMake = useUser().support === null
  const closeDialog = () => onSearch(filter)
  return (
    <>
      <PageHeader title={t('users.title')}>
        {mayMake && (
          <>
            <Button
              variant="default"
              leftSection={<IconMailPlus size={18} aria-hidden />}
              onClick={() => onSearch({ ...filter, dialog: 'invite' })}
            >
              {t('users.invite.action')}
            </Button>
            <Button
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => onSearch({ ...filter, dialog: 'new' })}
            >
              {t('users.new')}
            </Button>
          </>
        )}
      </PageHeader>
      <FilterBar>
        <SearchBox
          label={t('users.search')}
          value={searchText}
          onSearch={(text) => onSearch({ search: text || undefined })}
        />
        <Quantity count={list.firstPage?.count} />
      </FilterBar>
      <DataTable
        label={t('users.title')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyList drawing="people" text={t('users.empty')} isFiltered={searchText !== ''} />}
      />
      <Invitations />
      {mayMake && search.dialog === 'new' && <UserDialog user={undefined} onClose={closeDialog} />}
      {search.dialog === 'edit' && search.id && (
        <EditUserDialog key={search.id} userId={search.id} onClose={closeDialog} />
      )}
      {mayMake && search.dialog === 'invite' && <InviteDialog onClose={closeDialog} />}
      <DeleteUserDialog user={toDelete} onClose={() => setToDelete(undefined)} />
    </>
  )
}
