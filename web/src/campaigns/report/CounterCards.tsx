import { Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { usePercent } from '../../ui/use-percent.ts'
import classes from './report.module.css'

const CARDS = ['validContacts', 'sent', 'received', 'read', 'replied', 'failed', 'blockeds', 'open'] as const
const OF_CONFIRMATIONS = ['awaiting', 'onlyConfirmed', 'confirmedAndDelivered'] as const
/** Counters that are also shown as a share of the sent messages. */
const SHARES: readonly Card[] = ['received', 'read', 'replied']

type Card = (typeof CARDS)[number] | (typeof OF_CONFIRMATIONS)[number]

/** The counters, and their sum, which is the number of recipients. */
export function CounterCards({ campaign }: { campaign: Pick<CampaignReport, 'counters' | 'confirmation'> }) {
  const { t } = useTexts()
  const format = useNumbers()
  const { sent, open, blockeds } = campaign.counters
  // Blocked recipients failed too. The cards beside each other count each recipient once.
  const counts = { ...campaign.counters, failed: campaign.counters.failed - blockeds }
  const card = (name: Card) => <CounterCard key={name} card={name} count={counts[name]} sent={sent} />
  return (
    <Stack gap={6}>
      <SimpleGrid type="container" cols={{ base: 2, '36em': 4, '84em': 8 }} component="dl" m={0}>
        {CARDS.map(card)}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {t('campaigns.counters.sum', {
          sent: format(sent),
          failed: format(counts.failed),
          blocked: format(blockeds),
          open: format(open),
          total: format(sent + counts.failed + blockeds + open),
        })}
      </Text>
      {campaign.confirmation && (
        <SimpleGrid
          type="container"
          cols={{ base: 1, '36em': 3 }}
          component="dl"
          m={0}
          mt="xs"
          aria-label={t('campaigns.counters.confirmations')}
        >
          {OF_CONFIRMATIONS.map(card)}
        </SimpleGrid>
      )}
    </Stack>
  )
}

function CounterCard({ card, count, sent }: { card: Card; count: number; sent: number }) {
  const { t } = useTexts()
  const format = useNumbers()
  const percent = usePercent()
  return (
    <Paper withBorder p="sm" className={classes.counter} data-counter={card}>
      <Text component="dt" size="sm" c="dimmed">
        {t(`campaigns.counters.${card}`)}
      </Text>
      <Text component="dd" m={0} className={classes.number}>
        {format(count)}
      </Text>
      {SHARES.includes(card) && sent > 0 && (
        <Text component="dd" m={0} size="xs" c="dimmed">
          {t('campaigns.counters.share', { percent: percent(count, sent) })}
        </Text>
      )}
    </Paper>
  )
}
