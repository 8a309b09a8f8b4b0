import { ActionIcon, Indicator, Popover, ScrollArea, Skeleton, Stack, Text, Tooltip } from '@mantine/core'
import type { Announcement } from '@recado/shared/announcements/announcement'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { useActiveAnnouncements } from '../queries.ts'
import { AnnouncementDetail } from './AnnouncementDetail.tsx'
import { AnnouncementItem } from './AnnouncementItem.tsx'
import { lastSeen, newestOf, rememberSeen } from './seen.ts'

/** The active announcements, and the number that this user has not seen. */
export function AnnouncementsBell() {
  const { t } = useTexts()
  const { id: userId } = useUser()
  const list = useActiveAnnouncements()
  const [isOpen, setIsOpen] = useState(false)
  const [shown, setShown] = useState<Announcement>()
  /** The newest announcement that the user had seen before opening the list. */
  const [seen, setSeen] = useState(() => lastSeen(userId))
  const unseen = list.records.filter(({ id }) => id > seen)
  const count = unseen.length > 9 ? '9+' : String(unseen.length)
  const label =
    unseen.length > 0
      ? t('announcements.bell.unread', { count: unseen.length })
      : t('announcements.bell.title')

  const turn = (opens: boolean) => {
    setIsOpen(opens)
    if (opens) rememberSeen(userId, newestOf([{ id: seen }, ...list.records]))
    else setSeen(lastSeen(userId))
  }
  /** Closes the list first, because it would cover the announcement. */
  const open = (announcement: Announcement) => {
    turn(false)
    setShown(announcement)
  }
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={turn}
        position="bottom-end"
        width="min(24rem, calc(100vw - 1rem))"
        shadow="md"
        trapFocus
        withinPortal
      >
        <Popover.Target>
          <Tooltip label={label} disabled={isOpen}>
            <Indicator
              label={count}
              size={16}
              color="red.8"
              offset={6}
              disabled={unseen.length === 0 || isOpen}
            >
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={label}
                aria-expanded={isOpen}
                onClick={() => turn(!isOpen)}
              >
                <IconBell size={20} aria-hidden />
              </ActionIcon>
            </Indicator>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown p="xs" aria-label={t('announcements.bell.title')} tabIndex={-1} data-autofocus>
          <ScrollArea.Autosize mah="min(28rem, 70vh)" type="auto">
            <Content list={list} seen={seen} onOpen={open} />
          </ScrollArea.Autosize>
        </Popover.Dropdown>
      </Popover>
      {shown && <AnnouncementDetail announcement={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

interface ContentProps {
  list: ReturnType<typeof useActiveAnnouncements>
  seen: string
  onOpen: (announcement: Announcement) => void
}

function Content({ list, seen, onOpen }: ContentProps) {
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
            isNew={announcement.id > seen}
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
