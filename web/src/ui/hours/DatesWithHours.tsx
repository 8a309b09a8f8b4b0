import { Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import type { DateHours } from '@recado/shared/calendar/weekly-periods'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useCalendarNames } from '../calendar-names.ts'
import { DATE_FORMAT, formatDate } from '../dates.ts'
import { PeriodFields } from './PeriodFields.tsx'
import { nextPeriod, withDates } from './periods.ts'

interface DatesWithHoursProps {
  exceptions: DateHours[]
  hint: string
  /** Text for a date without periods. */
  nothing: string
  onChange: (exceptions: DateHours[]) => void
}

/** Dates with hours of their own, such as the day before a holiday. */
export function DatesWithHours({ exceptions, hint, nothing, onChange }: DatesWithHoursProps) {
  const { t } = useTexts()
  const change = (date: string, periods: DateHours['periods']) =>
    onChange(exceptions.map((exception) => (exception.date === date ? { date, periods } : exception)))
  return (
    <Stack gap="xs">
      <DatePickerInput
        {...useCalendarNames()}
        type="multiple"
        label={t('hours.dates')}
        description={hint}
        valueFormat={DATE_FORMAT}
        value={exceptions.map(({ date }) => date)}
        valueFormatter={() =>
          exceptions.length === 0
            ? t('settings.windows.chooseDays')
            : t('settings.windows.days', { count: exceptions.length })
        }
        onChange={(dates) => onChange(withDates(exceptions, dates))}
      />
      {exceptions.map(({ date, periods }) => (
        <Fieldset key={date} legend={formatDate(date)} p="sm">
          <Stack gap="xs">
            {periods.length === 0 && (
              <Text size="sm" c="dimmed">
                {nothing}
              </Text>
            )}
            <PeriodFields
              day={formatDate(date)}
              periods={periods}
              onChange={(changed) => change(date, changed)}
            />
            <Group gap="xs">
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => change(date, [...periods, nextPeriod(periods)])}
              >
                {t('settings.windows.add')}
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={14} aria-hidden />}
                aria-label={t('hours.removeDate', { date: formatDate(date) })}
                onClick={() => onChange(exceptions.filter((exception) => exception.date !== date))}
              >
                {t('hours.removeDay')}
              </Button>
            </Group>
          </Stack>
        </Fieldset>
      ))}
    </Stack>
  )
}
