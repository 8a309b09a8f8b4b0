import { IconAlertCircle, IconCheck, IconChecks, IconClock, IconHelpCircle } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './messages.module.css'
import type { Tick } from './tick.ts'

const SIGNS = {
  clock: IconClock,
  waiting: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  failed: IconAlertCircle,
  unknown: IconHelpCircle,
}

/** The sign of how far a message has come. */
export function TickMark({ tick }: { tick: Tick }) {
  const { t } = useTexts()
  const Sign = SIGNS[tick]
  const label = t(`tickets.ticks.${tick}`)
  return (
    <span className={classes.tick} data-tick={tick} role="img" aria-label={label} title={label}>
      <Sign size={15} aria-hidden />
    </span>
  )
}
