import { Button } from '@mantine/core'
import type { Announcement } from '@recado/shared/announcements/announcement'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { EmptyList } from '../ui/EmptyList.tsx'
import { FilterBar } from '../ui/FilterBar.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { AnnouncementDialog } from './AnnouncementDialog.tsx'
import { useAnnouncementColumns } from './columns.tsx'
import { DeleteAnnouncement } from './DeleteAnnouncement.tsx'
import { EditAnnouncementDialog } from './EditAnnouncementDialog.tsx'
import { useAnnouncements } from './queries.ts'
import type { AnnouncementsSearch } from './search.ts'

interface AnnouncementsPageProps {
  search: AnnouncementsSearch
  onSearch: (search: AnnouncementsSearch) => void
}

/** For operators: the announcements of the platform. */
export function AnnouncementsPage({ search, onSearch }: AnnouncementsPageProps) {
  const { t } = useTexts()
  const searchText = search.search ?? ''
  const list = useAnnouncements(searchText)
  const [toDelete, setToDelete] = useState<Announcement>()
  const filter = { search: search.search }
  const columns = useAnnouncementColumns({
    onEdit: ({ id }) => onSearch({ ...filter, dialog: 'edit', id }),
    onDelete: setToDelete,
  })
  const close = () => onSearch(filter)
  const newButton = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => onSearch({ ...filter, dialog: 'new' })}
    >
      {t('announcements.new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('announcements.title')}>{newButton}</PageHeader>
      <FilterBar>
        <SearchBox
          label={t('announcements.search')}
          value={searchText}
          onSearch={(text) => onSearch({ search: text || undefined })}
        />
      </FilterBar>
      <DataTable
        label={t('announcements.title')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyList drawing="letter" text={t('announcements.empty')} isFiltered={searchText !== ''}>
            {newButton}
          </EmptyList>
        }
      />
      {search.dialog === 'new' && <AnnouncementDialog announcement={undefined} onClose={close} />}
      {search.dialog === 'edit' && search.id && (
        <EditAnnouncementDialog key={search.id} announcementId={search.id} onClose={close} />
      )}
      <DeleteAnnouncement announcement={toDelete} onClose={() => setToDelete(undefined)} />
    </>
  )
}
