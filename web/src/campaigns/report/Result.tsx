import { Group, Text } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { useTexts } from '../../i18n/use-texts.ts'
import { useDuration } from '../../ui/use-duration.ts'
import { usePercent } from '../../ui/use-percent.ts'
import { Stamp } from './Stamp.tsx'

interface ResultProps {
  campaign: Pick<CampaignReport, 'status' | 'startedAt' | 'completedAt' | 'counters'>
  /** Whether it ended while the report was open. */
  hasJustEnded: boolean
}

/**
 * The result of a finished campaign in a sentence, with a stamp for those who watched its end. The percentages are
 * shares of the valid contacts, as in the funnel.
 */
export function Result({ campaign, hasJustEnded }: ResultProps) {
  const { t } = useTexts()
  const percent = usePercent()
  const duration = useDuration()
  const { status, startedAt, completedAt, counters } = campaign
  if (status !== 'FINALIZADA' || !startedAt || !completedAt) return null
  const { validContacts, sent, failed, received, read, replied } = counters
  const seconds = Math.max(1, Math.round((Date.parse(completedAt) - Date.parse(startedAt)) / 1000))
  const kindOfSent = replied > 0 ? 'replied' : 'plain'
  const kindOfUnsent = validContacts === 0 && failed === 0 ? 'empty' : 'none'
  const kind = sent > 0 ? kindOfSent : kindOfUnsent
  return (
    <Group gap="sm" wrap="nowrap" role="status">
      {hasJustEnded && <Stamp />}
      <Text fw={500}>
        {t(`campaigns.report.result.${kind}`, {
          duration: duration(seconds),
          delivered: percent(received, validContacts),
          read: percent(read, validContacts),
          replied: percent(replied, validContacts),
        })}
      </Text>
    </Group>
  )
}
