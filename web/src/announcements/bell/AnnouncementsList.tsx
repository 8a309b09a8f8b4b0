import { Skeleton, Stack, Text } from '@mantine/core'
import type { Announcement } from '@recado/shared/announcements/announcement'
import { useTexts } from '../../i18n/use-texts.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import type { useActiveAnnouncements } from '../queries.ts'
import { AnnouncementItem } from './AnnouncementItem.tsx'

interface AnnouncementsListProps {
  list: ReturnType<typeof useActiveAnnouncements>
  isNew: (announcement: Announcement) => boolean
  onOpen: (announcement: Announcement) => void
}

/** The active announcements under the bell. */
export function AnnouncementsList({ list, isNew, onOpen }: AnnouncementsListProps) {
  const { t } = useTexts()
  if (list.isPending) return <Skeleton height={80} />
  if (list.error && list.records.length === 0)
    return <ListProblem error={list.error} onRetry={list.refetch} isRetrying={list.isFetching} />
  if (list.records.length === 0)
    return (
      <Text size="sm" c="dimmed" p="sm">
        {t('announcements.bell.empty')}
      </Text>
    )
  return (
    <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {list.records.map((announcement) => (
        <li key={announcement.id}>
          <AnnouncementItem
            announcement={announcement}
            isNew={isNew(announcement)}
            onOpen={() => onOpen(announcement)}
          />
        </li>
      ))}
      <li>
        <LoadMore list={list} />
      </li>
    </Stack>
  )
}
