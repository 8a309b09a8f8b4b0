import { Group, Text } from '@mantine/core'
import type { Announcement } from '@recado/shared/announcements/announcement'
import { IconCircleCheck, IconCircleOff, IconPhoto } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import type { Column } from '../ui/DataTable.tsx'
import { EditActions } from '../ui/EditActions.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { DateTime } from '../zone/DateTime.tsx'
import { Priority } from './Priority.tsx'

interface RowActions {
  onEdit: (announcement: Announcement) => void
  onDelete: (announcement: Announcement) => void
}

export function useAnnouncementColumns({ onEdit, onDelete }: RowActions): Column<Announcement>[] {
  const { t } = useTexts()
  return [
    {
      key: 'title',
      header: t('announcements.fields.title'),
      place: 'title',
      cell: ({ title, mediaName }) => (
        <Group gap={6} wrap="nowrap">
          <Text size="sm" fw={600} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          {mediaName && (
            <IconPhoto
              size={16}
              role="img"
              aria-label={t('announcements.hasImage')}
              style={{ flex: 'none' }}
            />
          )}
        </Group>
      ),
    },
    {
      key: 'priority',
      header: t('announcements.fields.priority'),
      width: 140,
      cell: ({ priority }) => <Priority level={priority} />,
    },
    {
      key: 'status',
      header: t('announcements.fields.status'),
      width: 140,
      cell: ({ status }) => (
        <StatusBadge
          look={status ? { color: 'green', icon: IconCircleCheck } : { color: 'gray', icon: IconCircleOff }}
          label={t(`announcements.statuses.${status}`)}
        />
      ),
    },
    {
      key: 'createdAt',
      header: t('announcements.fields.createdAt'),
      width: 160,
      minTableWidth: 760,
      cell: ({ createdAt }) => <DateTime instant={createdAt} />,
    },
    {
      key: 'actions',
      header: t('common.actions'),
      place: 'actions',
      width: 110,
      align: 'right',
      cell: (announcement) => (
        <EditActions
          name={announcement.title}
          onEdit={() => onEdit(announcement)}
          onDelete={() => onDelete(announcement)}
        />
      ),
    },
  ]
}
