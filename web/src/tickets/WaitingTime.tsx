import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import classes from './tickets.module.css'
import { minutesSince, roughly, waitingLevel } from './waiting.ts'

interface WaitingTimeProps {
  /** ISO 8601. */
  since: string
  targetMinutes: number | null | undefined
  /** Milliseconds since 1970. */
  now: number
}

/** How long the customer has waited: amber from the queue's target on, red from twice the target on. */
export function WaitingTime({ since, targetMinutes, now }: WaitingTimeProps) {
  const { t } = useTexts()
  const minutes = minutesSince(since, now)
  const level = waitingLevel(minutes, targetMinutes)
  const { unit, count } = roughly(minutes)
  const Sign = level === 'fine' ? IconClock : IconAlertTriangle
  return (
    <span className={classes.waiting} data-level={level}>
      <Sign size={13} aria-hidden /> {t(`tickets.waiting.${unit}`, { count })}
    </span>
  )
}
