import { Group, Pill, Stack } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useTexts } from '../../i18n/use-texts.ts'
import { useCalendarNames } from '../calendar-names.ts'
import { DATE_FORMAT, formatDate } from '../dates.ts'

interface HolidaysProps {
  /** Local dates, `YYYY-MM-DD`. */
  dates: string[]
  hint: string
  onChange: (dates: string[]) => void
}

/** Dates without periods, on any weekday. */
export function Holidays({ dates, hint, onChange }: HolidaysProps) {
  const { t } = useTexts()
  return (
    <Stack gap="xs">
      <DatePickerInput
        {...useCalendarNames()}
        type="multiple"
        label={t('settings.windows.holidays')}
        description={hint}
        valueFormat={DATE_FORMAT}
        value={dates}
        valueFormatter={() =>
          dates.length === 0
            ? t('settings.windows.chooseDays')
            : t('settings.windows.days', { count: dates.length })
        }
        onChange={(chosen) => onChange([...chosen].sort())}
      />
      {dates.length > 0 && (
        <Group gap={6}>
          {dates.map((date) => (
            <Pill
              key={date}
              withRemoveButton
              removeButtonProps={{
                'aria-label': t('settings.windows.removeDay', { date: formatDate(date) }),
                'aria-hidden': undefined,
                tabIndex: 0,
              }}
              onRemove={() => onChange(dates.filter((known) => known !== date))}
            >
              {formatDate(date)}
            </Pill>
          ))}
        </Group>
      )}
    </Stack>
  )
}
