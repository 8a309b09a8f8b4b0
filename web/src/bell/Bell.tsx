import { ActionIcon, Indicator, Popover, Tooltip } from '@mantine/core'
import type { Announcement } from '@recado/shared/announcements/announcement'
import { UNREAD_NOTICES_MAX } from '@recado/shared/notices/notice'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useUnseenAnnouncements } from '../announcements/bell/use-unseen.ts'
import { useActiveAnnouncements } from '../announcements/queries.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { useReadWhenOpened } from '../notices/bell/use-read-when-opened.ts'
import { useNotices } from '../notices/queries.ts'
import { later } from '../ui/later.tsx'
import type { BellTab } from './BellPanel.tsx'

const BellPanel = later(
  async () => (await import('./BellPanel.tsx')).BellPanel,
  ({ onClose }) => onClose(),
)
const NoticeSettings = later(
  async () => (await import('../notices/settings/NoticeSettingsDialog.tsx')).NoticeSettingsDialog,
  ({ onClose }) => onClose(),
)
const AnnouncementDetail = later(
  async () => (await import('../announcements/bell/AnnouncementDetail.tsx')).AnnouncementDetail,
  ({ onClose }) => onClose(),
)

/** The user's notices and the active announcements, with the number of those that are new to the user. */
export function Bell() {
  const { t } = useTexts()
  const notices = useNotices()
  useReadWhenOpened(notices.records)
  const announcements = useActiveAnnouncements()
  const unseen = useUnseenAnnouncements(announcements.records)
  const [tab, setTab] = useState<BellTab>()
  const [shown, setShown] = useState<Announcement>()
  const [showsSettings, setShowsSettings] = useState(false)
  const unread = notices.firstPage?.unread ?? 0
  const count = unread + unseen.count
  const label = count > 0 ? t('notices.bellUnread', { count }) : t('notices.title')
  const show = (next: BellTab | undefined) => {
    if (next === 'announcements') unseen.remember()
    else if (tab === 'announcements') unseen.forget()
    setTab(next)
  }
  const open = () => show(unread === 0 && unseen.count > 0 ? 'announcements' : 'notices')
  return (
    <>
      <Popover
        opened={tab !== undefined}
        onChange={(opens) => (opens ? open() : show(undefined))}
        position="bottom-end"
        width="min(28rem, calc(100vw - 1rem))"
        shadow="md"
        trapFocus
        withinPortal
      >
        <Popover.Target>
          <Tooltip label={label} disabled={tab !== undefined}>
            <Indicator
              label={count >= UNREAD_NOTICES_MAX ? `${UNREAD_NOTICES_MAX}+` : String(count)}
              size={16}
              color="blue.7"
              offset={6}
              disabled={count === 0 || tab !== undefined}
            >
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={label}
                aria-expanded={tab !== undefined}
                onClick={() => (tab ? show(undefined) : open())}
              >
                <IconBell size={20} aria-hidden />
              </ActionIcon>
            </Indicator>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label={t('notices.title')} tabIndex={-1} data-autofocus>
          {tab && (
            <BellPanel
              tab={tab}
              onTab={show}
              notices={notices}
              announcements={announcements}
              unseen={unseen}
              onClose={() => show(undefined)}
              onAnnouncement={setShown}
              onSettings={() => setShowsSettings(true)}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      {shown && <AnnouncementDetail announcement={shown} onClose={() => setShown(undefined)} />}
      {showsSettings && <NoticeSettings onClose={() => setShowsSettings(false)} />}
    </>
  )
}
