import { Badge, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import type { Announcement } from '@recado/shared/announcements/announcement'
import type { CSSProperties } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { DateTime } from '../../zone/DateTime.tsx'
import classes from '../announcements.module.css'
import { Priority } from '../Priority.tsx'
import { PRIORITY_COLORS } from '../priority-colors.ts'

interface AnnouncementItemProps {
  announcement: Announcement
  isNew: boolean
  onOpen: () => void
}

/** One line of the bell's list. */
export function AnnouncementItem({ announcement, isNew, onOpen }: AnnouncementItemProps) {
  const { t } = useTexts()
  const { title, text, priority, createdAt } = announcement
  const line: CSSProperties & { '--line': string } = {
    '--line': `var(--mantine-color-${PRIORITY_COLORS[priority]}-6)`,
  }
  return (
    <UnstyledButton className={classes.item} style={line} onClick={onOpen}>
      <Stack gap={4}>
        <Group gap={6} justify="space-between">
          <Priority level={priority} />
          {isNew && (
            <Badge color="blue" variant="light" size="sm">
              {t('announcements.bell.new')}
            </Badge>
          )}
        </Group>
        <Text size="sm" fw={600} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        <Text size="sm" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
        <Text component="div" size="xs" c="dimmed">
          <DateTime instant={createdAt} />
        </Text>
      </Stack>
    </UnstyledButton>
  )
}
