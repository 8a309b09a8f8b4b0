import { Tooltip } from '@mantine/core'
import type { CampaignCounters } from '@recado/shared/campaigns/contract/campaign'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { usePercent } from '../../ui/use-percent.ts'
import { PARTS, type Part, partsOf, totalOf } from '../parts.ts'
import classes from './counters.module.css'

/** Parts whose counter also counts those that got further. */
const NAMES: Record<
  Part,
  `campaigns.counters.${Part}` | 'campaigns.counters.partOf.received' | 'campaigns.counters.partOf.sent'
> = {
  read: 'campaigns.counters.read',
  received: 'campaigns.counters.partOf.received',
  sent: 'campaigns.counters.partOf.sent',
  failed: 'campaigns.counters.failed',
  blockeds: 'campaigns.counters.blockeds',
  open: 'campaigns.counters.open',
}

interface StackedBarProps {
  counters: CampaignCounters
  /** The specified percentage (part 2 §4), 0 to 100. */
  progress: number
}

/** All recipients as one bar: each is in the part that they reached. The cards below are its legend. */
export function StackedBar({ counters, progress }: StackedBarProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const percent = usePercent()
  const parts = partsOf(counters)
  const total = totalOf(counters)
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={t('campaigns.report.progress')}
      aria-valuenow={progress}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      {PARTS.filter((part) => parts[part] > 0).map((part) => (
        <Tooltip
          key={part}
          label={t('campaigns.counters.part', {
            name: t(NAMES[part]),
            number: format(parts[part]),
            percent: percent(parts[part], total),
          })}
        >
          <div className={classes.part} data-counter={part} style={{ flex: `${parts[part]} 0 0` }} />
        </Tooltip>
      ))}
    </div>
  )
}
