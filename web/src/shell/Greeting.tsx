import { Text } from '@mantine/core'
import { localDate } from '@recado/shared/calendar/local-date'
import { stopDateOf } from '@recado/shared/companies/overdue'
import { useTexts } from '../i18n/use-texts.ts'
import { useUser } from '../session/use-session.ts'
import { formatDate } from '../ui/dates.ts'
import { useNow } from '../ui/use-now.ts'
import { useZone } from '../zone/use-zone.ts'
import classes from './Shell.module.css'

/** The user's name, and until when the company has paid. */
export function Greeting() {
  const { t } = useTexts()
  const { name, company } = useUser()
  return (
    <div className={classes.greeting}>
      <Text size="sm" fw={500} truncate>
        {t('shell.greeting', { name })}
      </Text>
      {company.dueDate && <DueDate dueDate={company.dueDate} />}
    </div>
  )
}

function DueDate({ dueDate }: { dueDate: string }) {
  const { t } = useTexts()
  const today = localDate(useNow(), useZone())
  const stopDate = stopDateOf(dueDate)
  const [date, stop] = [formatDate(dueDate), formatDate(stopDate)]
  const words = () => {
    if (today <= dueDate) return t('shell.activeUntil', { date })
    return today < stopDate ? t('shell.stopsOn', { date, stop }) : t('shell.dueOver', { date })
  }
  return (
    <Text size="xs" c="dimmed" truncate>
      {words()}
    </Text>
  )
}
