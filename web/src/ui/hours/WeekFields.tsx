import { Alert, Stack, Text } from '@mantine/core'
import { TIME_ZONES } from '@recado/shared/calendar/time-zones'
import { useTexts } from '../../i18n/use-texts.ts'
import { DatesWithHours } from './DatesWithHours.tsx'
import { DayPeriods } from './DayPeriods.tsx'
import { Holidays } from './Holidays.tsx'
import { type Hours, periodsOf, WEEKDAYS, withCopies, withDay } from './periods.ts'

interface WeekFieldsProps<H extends Hours> {
  hours: H
  zone: string
  /** Texts for a day without periods, for a week without any, for holidays, and for dates with hours of their own, if there are. */
  texts: { nothing: string; never: string; holidaysHint: string; datesHint?: string }
  onChange: (hours: H) => void
}

/** The weekly hours, day by day, the holidays, and the dates with hours of their own. */
export function WeekFields<H extends Hours>({ hours, zone, texts, onChange }: WeekFieldsProps<H>) {
  const { t } = useTexts()
  const known = TIME_ZONES.find((one) => one === zone)
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('settings.windows.zone', { zone: known ? t(`settings.zones.${known}`) : zone })}
      </Text>
      <Stack gap="md">
        {WEEKDAYS.map((weekday) => (
          <DayPeriods
            key={weekday}
            weekday={weekday}
            periods={periodsOf(hours, weekday)}
            nothing={texts.nothing}
            onChange={(periods) => onChange(withDay(hours, weekday, periods))}
            onCopy={(days) => onChange(withCopies(hours, weekday, days))}
          />
        ))}
      </Stack>
      {hours.periods.length === 0 && (
        <Alert color="orange" py="xs">
          {texts.never}
        </Alert>
      )}
      <Holidays
        dates={hours.holidays}
        hint={texts.holidaysHint}
        onChange={(holidays) => onChange({ ...hours, holidays })}
      />
      {texts.datesHint && (
        <DatesWithHours
          exceptions={hours.exceptions ?? []}
          hint={texts.datesHint}
          nothing={texts.nothing}
          onChange={(exceptions) => onChange({ ...hours, exceptions })}
        />
      )}
    </>
  )
}
