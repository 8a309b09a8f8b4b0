import { SimpleGrid, Stack, Text } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { isIntoGroups } from '@recado/shared/campaigns/contract/campaign'
import type { ShippingView } from '@recado/shared/campaigns/contract/shipping'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { totalOf } from '../parts.ts'
import { type Card, CounterCard } from './CounterCard.tsx'
import { useCountingUp } from './use-counting-up.ts'

/** In the order of the bar above them, and then those that are no part of it. */
const CARDS = ['read', 'received', 'sent', 'failed', 'blockeds', 'open', 'replied', 'validContacts'] as const
const OF_CONFIRMATIONS = ['awaiting', 'onlyConfirmed', 'confirmedAndDelivered'] as const

interface CounterCardsProps {
  campaign: Pick<CampaignReport, 'type' | 'groupMode' | 'counters' | 'confirmation' | 'detailsErasedAt'>
  /** The table's filter. */
  view: ShippingView | undefined
  onView: (view: ShippingView | undefined) => void
}

/** The counters, as the legend of the bar and the filters of the table; and their sum, the number of recipients. */
export function CounterCards({ campaign, view, onView }: CounterCardsProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const counters = useCountingUp(campaign.counters)
  const { sent, open, blockeds } = counters
  const total = totalOf(counters)
  // Blocked recipients failed too. The cards beside each other count each recipient once.
  const counts = { ...counters, failed: counters.failed - blockeds }
  const filter = campaign.detailsErasedAt ? undefined : { view, onView }
  const nameOf = (card: Card) =>
    card === 'validContacts' && isIntoGroups(campaign)
      ? t('campaigns.counters.groups')
      : t(`campaigns.counters.${card}`)
  const cardOf = (card: Card) => (
    <CounterCard
      key={card}
      card={card}
      name={nameOf(card)}
      count={counts[card]}
      sent={sent}
      filter={filter}
    />
  )
  return (
    <Stack gap={6}>
      <SimpleGrid
        type="container"
        cols={{ base: 2, '36em': 4, '60em': 8 }}
        spacing="xs"
        verticalSpacing="xs"
        component="dl"
        m={0}
      >
        {CARDS.map(cardOf)}
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        {t('campaigns.counters.sum', {
          sent: format(sent),
          failed: format(counts.failed),
          blocked: format(blockeds),
          open: format(open),
          count: total,
          total: format(total),
        })}
      </Text>
      {campaign.confirmation && (
        <SimpleGrid
          type="container"
          cols={{ base: 1, '36em': 3 }}
          spacing="xs"
          component="dl"
          m={0}
          mt="xs"
          aria-label={t('campaigns.counters.confirmations')}
        >
          {OF_CONFIRMATIONS.map(cardOf)}
        </SimpleGrid>
      )}
    </Stack>
  )
}
