import { ActionIcon, Indicator, Popover, ScrollArea, Tooltip } from '@mantine/core'
import { UNREAD_NOTICES_MAX } from '@recado/shared/notices/notice'
import { IconBellRinging } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNotices, useReadNotices } from '../queries.ts'
import { NoticesPanel } from './NoticesPanel.tsx'

/** The user's notices, and the number of unread ones. */
export function NoticesBell() {
  const { t } = useTexts()
  const list = useNotices()
  const { mutate: read } = useReadNotices()
  const [isOpen, setIsOpen] = useState(false)
  const unread = list.firstPage?.unread ?? 0
  const label = unread > 0 ? t('notices.bellUnread', { count: unread }) : t('notices.title')
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width="min(24rem, calc(100vw - 1rem))"
      shadow="md"
      trapFocus
      withinPortal
    >
      <Popover.Target>
        <Tooltip label={label} disabled={isOpen}>
          <Indicator
            label={unread >= UNREAD_NOTICES_MAX ? `${UNREAD_NOTICES_MAX}+` : String(unread)}
            size={16}
            color="red.8"
            offset={6}
            disabled={unread === 0 || isOpen}
          >
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={label}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              <IconBellRinging size={20} aria-hidden />
            </ActionIcon>
          </Indicator>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t('notices.title')} tabIndex={-1} data-autofocus>
        <ScrollArea.Autosize mah="min(32rem, 75vh)" type="auto">
          <NoticesPanel
            list={list}
            unread={unread}
            onRead={read}
            onOpen={(notice) => {
              setIsOpen(false)
              if (!notice.readAt) read([notice.id])
            }}
          />
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  )
}
