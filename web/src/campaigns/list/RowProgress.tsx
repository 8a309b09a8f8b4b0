import { Progress, Stack, Text } from '@mantine/core'
import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { useTexts } from '../../i18n/use-texts.ts'
import { shownPercent } from '../../ui/shown-percent.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { totalOf } from '../parts.ts'
import { useProgress } from '../use-progress.ts'
import classes from './list.module.css'

/** How many of a started campaign's recipients were sent to, as a bar and in numbers. */
export function RowProgress({ campaign }: { campaign: Campaign }) {
  const { t } = useTexts()
  const format = useNumbers()
  const progress = shownPercent(useProgress(campaign), 100)
  const { counters, startedAt, status } = campaign
  if (!startedAt) return <Text size="sm">—</Text>
  const text = t('campaigns.progress', { sent: format(counters.sent), total: format(totalOf(counters)) })
  return (
    <Stack gap={4} className={classes.progress} align="stretch">
      <Text size="sm">{text}</Text>
      <Progress.Root size={5} radius="xl" w="100%" miw={96}>
        <Progress.Section
          value={progress}
          color={status === 'CANCELADA' ? 'gray' : 'green'}
          aria-label={text}
        />
      </Progress.Root>
    </Stack>
  )
}
