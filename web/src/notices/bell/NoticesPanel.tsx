import { Button, Collapse, Group, Skeleton, Text } from '@mantine/core'
import type { Notice } from '@recado/shared/notices/notice'
import { IconVolume } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { AlertSettings } from '../alerts/AlertSettings.tsx'
import type { useNotices } from '../queries.ts'
import classes from './bell.module.css'
import { NoticeItem } from './NoticeItem.tsx'

interface NoticesPanelProps {
  list: ReturnType<typeof useNotices>
  unread: number
  onRead: (ids: string[] | undefined) => void
  onOpen: (notice: Notice) => void
}

/** The list under the bell, and how this browser tells of new messages. */
export function NoticesPanel({ list, unread, onRead, onOpen }: NoticesPanelProps) {
  const { t } = useTexts()
  const [showsSettings, setShowsSettings] = useState(false)
  return (
    <>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text fw={600} px="xs">
          {t('notices.title')}
        </Text>
        <Button variant="subtle" size="compact-sm" disabled={unread === 0} onClick={() => onRead(undefined)}>
          {t('notices.readAll')}
        </Button>
      </Group>
      <Notices list={list} onOpen={onOpen} />
      <Button
        mt="xs"
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconVolume size={16} aria-hidden />}
        aria-expanded={showsSettings}
        onClick={() => setShowsSettings(!showsSettings)}
      >
        {t('notices.alerts.title')}
      </Button>
      <Collapse expanded={showsSettings}>
        <AlertSettings />
      </Collapse>
    </>
  )
}

function Notices({ list, onOpen }: Pick<NoticesPanelProps, 'list' | 'onOpen'>) {
  const { t } = useTexts()
  if (list.isPending) return <Skeleton height={80} />
  if (list.error && list.records.length === 0)
    return <ListProblem error={list.error} onRetry={list.refetch} isRetrying={list.isFetching} />
  if (list.records.length === 0)
    return (
      <Text size="sm" c="dimmed" p="sm">
        {t('notices.empty')}
      </Text>
    )
  return (
    <ul className={classes.list}>
      {list.records.map((notice) => (
        <li key={notice.id}>
          <NoticeItem notice={notice} onOpen={() => onOpen(notice)} />
        </li>
      ))}
      <li>
        <LoadMore list={list} />
      </li>
    </ul>
  )
}
