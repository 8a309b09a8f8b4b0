import { localDate } from '@recado/shared/calendar/local-date'
import { TIME_ZONES } from '@recado/shared/calendar/time-zones'
import { SCHEDULE_AHEAD_MS } from '@recado/shared/schedules/schedule'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { instantOf, wallTimeOf } from '../../ui/dates.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { WallTimeField } from '../../ui/WallTimeField.tsx'
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
  const zone = useZone()
  const [opened] = useState(serverNow)
  const known = TIME_ZONES.find((one) => one === zone)
  return (
    <WallTimeField
      label={t('schedules.form.sendAt')}
      description={t('schedules.form.zone', { zone: known ? t(`settings.zones.${known}`) : zone })}
      setLabel={t('schedules.form.setTime')}
      firstDay={localDate(opened, zone)}
      lastDay={localDate(opened + SCHEDULE_AHEAD_MS, zone)}
      value={value ? wallTimeOf(value, zone) : null}
      onChange={(wall) => onChange(wall ? instantOf(wall, zone) : '')}
      error={error}
      isRequired
      path="sendAt"
    />
  )
}
