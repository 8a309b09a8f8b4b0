import { Group, Image, Skeleton, Stack, Text } from '@mantine/core'
import type { Announcement } from '@recado/shared/announcements/announcement'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { DateTime } from '../../zone/DateTime.tsx'
import classes from '../announcements.module.css'
import { Priority } from '../Priority.tsx'
import { announcementQuery } from '../queries.ts'

interface AnnouncementDetailProps {
  announcement: Announcement
  onClose: () => void
}

/** The whole announcement, with its image if it has one. */
export function AnnouncementDetail({ announcement, onClose }: AnnouncementDetailProps) {
  const { title, text, priority, createdAt, mediaPath } = announcement
  return (
    <Dialog opened onClose={onClose} title={title} size="lg">
      <Stack>
        <Group justify="space-between">
          <Priority level={priority} />
          <DateTime instant={createdAt} />
        </Group>
        <Text className={classes.text}>{text}</Text>
        {mediaPath && <DetailImage announcement={announcement} />}
      </Stack>
    </Dialog>
  )
}

function DetailImage({ announcement: { id, title } }: { announcement: Announcement }) {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useQuery(announcementQuery(id))
  if (error && !data)
    return (
      <ListProblem
        error={error}
        title={t('announcements.imageNotLoaded')}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    )
  if (!data) return <Skeleton height={200} />
  if (!data.mediaUrl) return null
  return <Image src={data.mediaUrl} alt={t('announcements.imageOf', { title })} radius="md" fit="contain" />
}
