import { Badge, Button, Group, ScrollArea, Tabs } from '@mantine/core'
import type { Announcement } from '@recado/shared/announcements/announcement'
import { IconSettings } from '@tabler/icons-react'
import { AnnouncementsList } from '../announcements/bell/AnnouncementsList.tsx'
import type { useUnseenAnnouncements } from '../announcements/bell/use-unseen.ts'
import type { useActiveAnnouncements } from '../announcements/queries.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { NoticesList } from '../notices/bell/NoticesList.tsx'
import { type useNotices, useReadNotices } from '../notices/queries.ts'
import classes from './bell.module.css'

export type BellTab = 'notices' | 'announcements'

interface BellPanelProps {
  tab: BellTab
  onTab: (tab: BellTab) => void
  notices: ReturnType<typeof useNotices>
  announcements: ReturnType<typeof useActiveAnnouncements>
  unseen: ReturnType<typeof useUnseenAnnouncements>
  onClose: () => void
  onAnnouncement: (announcement: Announcement) => void
  onSettings: () => void
}

/** What the bell opens: the notices, the announcements, and the way to the user's choices. */
export function BellPanel({ tab, onTab, notices, announcements, unseen, ...on }: BellPanelProps) {
  const { t } = useTexts()
  const { mutate: read } = useReadNotices()
  const unread = notices.firstPage?.unread ?? 0
  /** Closes the panel first, because it would cover what opens. */
  const closing =
    <A,>(then: (about: A) => void) =>
    (about: A) => {
      on.onClose()
      then(about)
    }
  return (
    <Tabs value={tab} onChange={(next) => onTab(next === 'announcements' ? next : 'notices')}>
      <Tabs.List grow>
        <Tabs.Tab value="notices" rightSection={<Count count={unread} />}>
          {t('notices.title')}
        </Tabs.Tab>
        <Tabs.Tab value="announcements" rightSection={<Count count={unseen.count} />}>
          {t('announcements.bell.title')}
        </Tabs.Tab>
      </Tabs.List>
      <ScrollArea.Autosize mah="min(28rem, 60dvh)" type="auto">
        <Tabs.Panel value="notices" p="xs">
          <NoticesList
            list={notices}
            onOpen={closing((notice) => {
              if (!notice.readAt) read([notice.id])
            })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="announcements" p="xs">
          <AnnouncementsList
            list={announcements}
            isNew={unseen.isNew}
            onOpen={closing((announcement) => on.onAnnouncement(announcement))}
          />
        </Tabs.Panel>
      </ScrollArea.Autosize>
      <Group justify="space-between" gap={4} className={classes.foot}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconSettings size={16} aria-hidden />}
          onClick={closing(on.onSettings)}
        >
          {t('notices.settings.title')}
        </Button>
        {tab === 'notices' && (
          <Button variant="subtle" size="compact-sm" disabled={unread === 0} onClick={() => read(undefined)}>
            {t('notices.readAll')}
          </Button>
        )}
      </Group>
    </Tabs>
  )
}

function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Badge component="span" size="sm" circle={count < 10} color="blue.7" variant="filled" aria-hidden>
      {count}
    </Badge>
  )
}
