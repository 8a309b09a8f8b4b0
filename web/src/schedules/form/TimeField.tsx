import { DateTimePicker } from '@mantine/dates'
import { localDate } from '@recado/shared/calendar/local-date'
import { TIME_ZONES } from '@recado/shared/calendar/time-zones'
import { SCHEDULE_AHEAD_MS } from '@recado/shared/schedules/schedule'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { DATE_TIME_FORMAT, instantOf, wallTimeOf } from '../../ui/dates.ts'
import { useTimeInputs } from '../../ui/use-time-inputs.ts'
import { useZone } from '../../zone/use-zone.ts'

interface TimeFieldProps {
  /** ISO 8601; '' for none. */
  value: string
  error: ReactNode
  onChange: (instant: string) => void
}

/** The time of a schedule, in the company's zone. */
export function TimeField({ value, error, onChange }: TimeFieldProps) {
  const { t } = useTexts()
  const timeInputs = useTimeInputs()
  const zone = useZone()
  const [opened] = useState(Date.now)
  const known = TIME_ZONES.find((one) => one === zone)
  return (
    <DateTimePicker
      label={t('schedules.form.sendAt')}
      description={t('schedules.form.zone', { zone: known ? t(`settings.zones.${known}`) : zone })}
      previousLabel={t('common.previousMonth')}
      nextLabel={t('common.nextMonth')}
      submitButtonProps={{ 'aria-label': t('schedules.form.setTime') }}
      timePickerProps={timeInputs}
      valueFormat={DATE_TIME_FORMAT}
      // Whole days: the picker replaces a typed time outside its limits without a word.
      minDate={localDate(opened, zone)}
      maxDate={`${localDate(opened + SCHEDULE_AHEAD_MS, zone)} 23:59`}
      value={value ? wallTimeOf(value, zone) : null}
      onChange={(wall) => onChange(wall ? instantOf(wall, zone) : '')}
      error={error}
      withAsterisk
      data-path="sendAt"
    />
  )
}
