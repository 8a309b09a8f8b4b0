import { Group, Progress, Stack, Text } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/campaign'
import { progressOf } from '@recado/shared/campaigns/progress'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNumbers } from '../../ui/use-numbers.ts'

/** How far the campaign has come. A late event never moves the bar back. */
export function RunProgress({ campaign }: { campaign: CampaignReport }) {
  const { t } = useTexts()
  const format = useNumbers()
  const [reached, setReached] = useState(0)
  const progress = progressOf(campaign)
  if (progress > reached) setReached(progress)
  const shown = Math.floor(Math.max(progress, reached))
  const { failed } = campaign.counters
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {t('campaigns.report.progress')}
        </Text>
        <Text size="sm" fw={600}>
          {shown}%
        </Text>
      </Group>
      <Progress.Root size="lg" radius="xl">
        <Progress.Section
          value={shown}
          animated={campaign.status === 'EM_ANDAMENTO'}
          aria-label={t('campaigns.report.progress')}
        />
      </Progress.Root>
      {campaign.status === 'FINALIZADA' && failed > 0 && (
        <Text size="sm" c="dimmed">
          {t('campaigns.report.endedWithFailures', { count: failed, failed: format(failed) })}
        </Text>
      )}
    </Stack>
  )
}
