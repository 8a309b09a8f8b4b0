import { Badge, Group, Text, UnstyledButton } from '@mantine/core'
import type { Notice } from '@recado/shared/notices/notice'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { DateTime } from '../../zone/DateTime.tsx'
import classes from './bell.module.css'
import { noticeWords } from './notice-words.ts'

interface NoticeItemProps {
  notice: Notice
  onOpen: () => void
}

/** One line of the bell's list: a link to what it is about, if the user may see it. */
export function NoticeItem({ notice, onOpen }: NoticeItemProps) {
  const place = placeOf(notice)
  if (!place)
    return (
      <div className={classes.item} data-unread={!notice.readAt || undefined}>
        <Words notice={notice} />
      </div>
    )
  return (
    <UnstyledButton
      className={classes.item}
      data-unread={!notice.readAt || undefined}
      onClick={onOpen}
      renderRoot={(props) => <Link {...place} {...props} />}
    >
      <Words notice={notice} />
    </UnstyledButton>
  )
}

function placeOf({ kind, ticketUuid }: Notice): Pick<LinkProps, 'to' | 'params' | 'search'> | undefined {
  if (kind === 'schedule-failed') return { to: '/schedules', search: { status: 'ERRO' } }
  return ticketUuid ? { to: '/tickets/$uuid', params: { uuid: ticketUuid }, search: {} } : undefined
}

function Words({ notice }: { notice: Notice }) {
  const { t } = useTexts()
  return (
    <>
      <Text span display="block" size="sm" fw={notice.readAt ? 400 : 600}>
        <bdi>{noticeWords(notice, t)}</bdi>
      </Text>
      <Group component="span" gap={6} mt={2}>
        <Text span size="xs" c="dimmed">
          <DateTime instant={notice.at} />
        </Text>
        {!notice.readAt && (
          <Badge component="span" color="green" variant="filled" size="sm">
            {t('notices.unread')}
          </Badge>
        )}
      </Group>
    </>
  )
}
