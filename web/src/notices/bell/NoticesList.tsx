import { Skeleton, Text } from '@mantine/core'
import type { Notice } from '@recado/shared/notices/notice'
import { useTexts } from '../../i18n/use-texts.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import type { useNotices } from '../queries.ts'
import classes from './bell.module.css'
import { NoticeItem } from './NoticeItem.tsx'

interface NoticesListProps {
  list: ReturnType<typeof useNotices>
  onOpen: (notice: Notice) => void
}

/** The user's notices under the bell. */
export function NoticesList({ list, onOpen }: NoticesListProps) {
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
