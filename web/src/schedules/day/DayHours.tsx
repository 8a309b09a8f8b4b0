import type { Schedule } from '@recado/shared/schedules/schedule'
import { useTexts } from '../../i18n/use-texts.ts'
import { useZone } from '../../zone/use-zone.ts'
import { type ScheduleActions, ScheduleRow } from '../ScheduleRow.tsx'
import classes from './day.module.css'
import { hoursOf } from './hours.ts'

/** The hours of a day with their schedules. Hours between them show that they are free. */
export function DayHours({ schedules, ...actions }: { schedules: Schedule[] } & ScheduleActions) {
  const { t } = useTexts()
  const zone = useZone()
  return hoursOf(schedules, zone).map(({ hour, schedules: those }) => (
    <section
      key={hour}
      className={classes.hour}
      data-free={those.length === 0 || undefined}
      aria-label={t('schedules.day.hour', { hour })}
    >
      <span className={classes.name} aria-hidden>
        {`${hour}h`}
      </span>
      <div className={classes.rows}>
        {those.map((schedule) => (
          <ScheduleRow key={schedule.id} schedule={schedule} at={schedule.sendAt} {...actions} />
        ))}
      </div>
    </section>
  ))
}
