import { Paper, Text, Title } from '@mantine/core'
import type { CampaignCounters } from '@recado/shared/campaigns/contract/campaign'
import { useTexts } from '../../i18n/use-texts.ts'
import { chartColor } from '../../ui/chart/chart.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { usePercent } from '../../ui/use-percent.ts'
import { COUNTER_COLORS } from '../parts.ts'
import classes from './funnel.module.css'

const STEPS = ['valid', 'sent', 'received', 'read', 'replied'] as const
type Step = (typeof STEPS)[number]

/** How many recipients reached each step, as counts and as shares of the valid contacts. */
export function Funnel({ counters }: { counters: CampaignCounters }) {
  const { t } = useTexts()
  const counts: Record<Step, number> = { ...counters, valid: counters.validContacts }
  return (
    <Paper withBorder p="md" h="100%" component="section" aria-label={t('campaigns.funnel.title')}>
      <Title order={2} size="h4" mb="sm">
        {t('campaigns.funnel.title')}
      </Title>
      <ol className={classes.steps}>
        {STEPS.map((step, index) => (
          <FunnelStep
            key={step}
            step={step}
            count={counts[step]}
            of={counts.valid}
            before={index > 1 ? counts[STEPS[index - 1] ?? 'valid'] : undefined}
          />
        ))}
      </ol>
    </Paper>
  )
}

interface FunnelStepProps {
  step: Step
  count: number
  /** The number of valid contacts. */
  of: number
  /** The number of the step before; absent where it is the number of valid contacts. */
  before: number | undefined
}

function FunnelStep({ step, count, of, before }: FunnelStepProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const percent = usePercent()
  const share = of > 0 ? Math.min(1, count / of) : 0
  const color = step === 'valid' ? 'var(--mantine-color-dimmed)' : chartColor(COUNTER_COLORS[step])
  return (
    <li className={classes.step}>
      <Text span size="sm" className={classes.name}>
        {t(`campaigns.funnel.${step}`)}
      </Text>
      <Text span size="sm" fw={600} className={classes.count}>
        {format(count)}
      </Text>
      <Text span size="sm" c="dimmed" className={classes.share}>
        {percent(count, of)}
      </Text>
      <span className={classes.track} aria-hidden>
        <span className={classes.bar} style={{ width: `${share * 100}%`, background: color }} />
      </span>
      {before !== undefined && before > 0 && (
        <Text span size="xs" c="dimmed" className={classes.before}>
          {t('campaigns.funnel.before', { percent: percent(count, before) })}
        </Text>
      )}
    </li>
  )
}
