import { Text, ThemeIcon, UnstyledButton } from '@mantine/core'
import type { Notice } from '@recado/shared/notices/notice'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { DateTime } from '../../zone/DateTime.tsx'
import classes from './bell.module.css'
import { placeOf } from './notice-place.ts'
import { signOf } from './notice-sign.ts'
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

function Words({ notice }: { notice: Notice }) {
  const { t } = useTexts()
  const { icon: Sign, color } = signOf(notice)
  return (
    <>
      <ThemeIcon component="span" variant="light" color={color} size={32} radius="xl" aria-hidden>
        <Sign size={18} />
      </ThemeIcon>
      <span className={classes.words}>
        <Text span display="block" size="sm" fw={notice.readAt ? 400 : 500}>
          <bdi>{noticeWords(notice, t)}</bdi>
        </Text>
        <Text span display="block" size="xs" c="dimmed" mt={2}>
          <DateTime instant={notice.at} />
        </Text>
      </span>
      {!notice.readAt && <span className={classes.dot} role="img" aria-label={t('notices.unread')} />}
    </>
  )
}
