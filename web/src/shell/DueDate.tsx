import { Text, type TextProps } from '@mantine/core'
import { localDate } from '@recado/shared/calendar/local-date'
import { stopDateOf } from '@recado/shared/companies/overdue'
import { useTexts } from '../i18n/use-texts.ts'
import { useUser } from '../session/use-session.ts'
import { formatDate } from '../ui/dates.ts'
import { useNow } from '../ui/use-now.ts'
import { useZone } from '../zone/use-zone.ts'

/** Until when the company has paid, and when sending stops. Nothing without a due date. */
export function DueDate(props: Pick<TextProps, 'truncate' | 'hiddenFrom'>) {
  const { t } = useTexts()
  const { dueDate } = useUser().company
  const today = localDate(useNow(), useZone())
  if (!dueDate) return null
  const stopDate = stopDateOf(dueDate)
  const [date, stop] = [formatDate(dueDate), formatDate(stopDate)]
  const words = () => {
    if (today <= dueDate) return t('shell.activeUntil', { date })
    return today < stopDate ? t('shell.stopsOn', { date, stop }) : t('shell.dueOver', { date })
  }
  return (
    <Text size="xs" c="dimmed" {...props}>
      {words()}
    </Text>
  )
}
