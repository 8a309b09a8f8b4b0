import { Alert, Text } from '@mantine/core'
import { IconCalendarExclamation } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { useUser } from '../session/use-session.ts'
import { formatDateTime } from '../ui/dates.ts'
import { useZone } from '../zone/use-zone.ts'

/**
 * Warns on every page that the company has not paid: since when nothing is sent, what still works, and what to
 * do.
 */
export function OverdueBanner() {
  const { t } = useTexts()
  const zone = useZone()
  const { overdueSince } = useUser().company
  if (!overdueSince) return null
  const [date = ''] = formatDateTime(overdueSince, zone).split(' ')
  return (
    <Alert
      color="red"
      icon={<IconCalendarExclamation aria-hidden />}
      title={t('companies.overdue.title', { date })}
      role="status"
      mb="md"
    >
      <Text size="sm">{t('companies.overdue.text')}</Text>
    </Alert>
  )
}
