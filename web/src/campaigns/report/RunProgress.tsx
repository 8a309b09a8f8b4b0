import { Group, Stack, Text } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatUntil } from '../../ui/dates.ts'
import { shownPercent } from '../../ui/shown-percent.ts'
import { useNow } from '../../ui/use-now.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { usePercent } from '../../ui/use-percent.ts'
import { useZone } from '../../zone/use-zone.ts'
import { useProgress } from '../use-progress.ts'
import { StackedBar } from './StackedBar.tsx'

/** Progress and expected end of the campaign. A late event never moves the percentage back. */
export function RunProgress({ campaign }: { campaign: CampaignReport }) {
  const { t } = useTexts()
  const percent = usePercent()
  const progress = useProgress(campaign)
  return (
    <Stack gap={6}>
      <Group justify="space-between" align="baseline">
        <Group gap="sm" align="baseline">
          <Text size="sm" fw={600}>
            {t('campaigns.report.progress')}
          </Text>
          {campaign.status === 'EM_ANDAMENTO' && <ExpectedEnd campaign={campaign} />}
          <EndedWithFailures campaign={campaign} />
        </Group>
        <Text size="lg" fw={600} className="figures">
          {percent(progress, 100)}
        </Text>
      </Group>
      <StackedBar counters={campaign.counters} progress={shownPercent(progress, 100)} />
    </Stack>
  )
}

function ExpectedEnd({ campaign: { expectedEndAt, pausedAt } }: { campaign: CampaignReport }) {
  const { t } = useTexts()
  const zone = useZone()
  const now = useNow()
  if (!expectedEndAt || pausedAt) return null
  return (
    <Text size="sm" c="dimmed">
      {t('campaigns.report.expectedEnd', { time: formatUntil(expectedEndAt, now, zone) })}
    </Text>
  )
}

function EndedWithFailures({ campaign: { status, counters } }: { campaign: CampaignReport }) {
  const { t } = useTexts()
  const format = useNumbers()
  const failed = counters.failed - counters.blockeds
  if (status !== 'FINALIZADA' || failed <= 0) return null
  return (
    <Text size="sm" c="dimmed">
      {t('campaigns.report.endedWithFailures', { count: failed, failed: format(failed) })}
    </Text>
  )
}
