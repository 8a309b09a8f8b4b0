import { Stack, Text } from '@mantine/core'
import type { CompanySchedules } from '@recado/shared/companies/company'
import { firstOf } from '@recado/shared/first-of'
import { Fragment } from 'react'
import { LOCALES } from '../../i18n/index.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Weekday } from '../../ui/hours/periods.ts'
import { sameDaysOf } from './same-days.ts'

/** More lines than this are summed up: the form shows them all. */
const LINES = 2

/** The opening hours of a queue in few words: "seg–sex 08:00–18:00". */
export function QueueHours({ schedules }: { schedules: CompanySchedules | null }) {
  const { t } = useTexts()
  const nameOf = useShortWeekdayNames()
  if (!schedules) {
    return (
      <Text size="sm" c="dimmed">
        {t('queues.hours.none')}
      </Text>
    )
  }
  const groups = sameDaysOf(schedules)
  if (groups.length === 0) return <Text size="sm">{t('queues.hours.closed')}</Text>
  return (
    <Stack gap={0}>
      {firstOf(groups, LINES).map(({ first, last, periods }) => (
        <Text key={first} size="sm">
          <Unbroken>{first === last ? nameOf(first) : `${nameOf(first)}–${nameOf(last)}`}</Unbroken>{' '}
          {periods.map((period, index) => (
            <Fragment key={period}>
              {index > 0 && ', '}
              <Unbroken>{period}</Unbroken>
            </Fragment>
          ))}
        </Text>
      ))}
      {groups.length > LINES && (
        <Text size="sm" c="dimmed">
          {t('queues.hours.more', { count: groups.length - LINES })}
        </Text>
      )}
    </Stack>
  )
}

/** Keeps the two ends of a span on one line. */
const Unbroken = ({ children }: { children: string }) => (
  <span style={{ whiteSpace: 'nowrap' }}>{children}</span>
)

/** A Sunday. The following days have the numbers of their weekdays. */
const SUNDAY = Date.UTC(2026, 0, 4)
const DAY_MS = 86_400_000

/** "seg", without the point of Portuguese. */
function useShortWeekdayNames(): (weekday: Weekday) => string {
  const { language } = useTexts()
  const format = new Intl.DateTimeFormat(LOCALES[language], { weekday: 'short', timeZone: 'UTC' })
  return (weekday) => format.format(SUNDAY + weekday * DAY_MS).replace('.', '')
}
