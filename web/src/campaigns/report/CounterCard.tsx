import { Text, UnstyledButton } from '@mantine/core'
import type { CampaignCounters } from '@recado/shared/campaigns/contract/campaign'
import type { ShippingView } from '@recado/shared/campaigns/contract/shipping'
import { useId } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { usePercent } from '../../ui/use-percent.ts'
import classes from './counters.module.css'

export type Card = Exclude<keyof CampaignCounters, 'delivered'>

/** The recipients that a card counts, as a filter of the table. Other cards count what the table cannot filter. */
const VIEWS: Partial<Record<Card, ShippingView>> = {
  read: 'READ',
  received: 'DELIVERED',
  sent: 'SENDED',
  failed: 'FAULTS',
  blockeds: 'BLOCKED',
  open: 'OPEN',
  replied: 'REPLIED',
  awaiting: 'AWAITING',
}
/** Counters that are also shown as a share of the sent messages. */
const SHARES: readonly Card[] = ['received', 'read', 'replied']

interface CounterCardProps {
  card: Card
  name: string
  count: number
  sent: number
  /** Absent where there is no table to filter. */
  filter: { view: ShippingView | undefined; onView: (view: ShippingView | undefined) => void } | undefined
}

/** A counter with its colour in the bar. A click filters the table by it; a second click takes the filter away. */
export function CounterCard({ card, name, count, sent, filter }: CounterCardProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const percent = usePercent()
  const numberId = useId()
  const view = VIEWS[card]
  const isPressed = view !== undefined && filter?.view === view
  return (
    <div className={classes.card} data-pressed={isPressed || undefined}>
      <dt className={classes.name}>
        <span className={classes.swatch} data-counter={card} aria-hidden />
        {view && filter ? (
          <UnstyledButton
            className={classes.button}
            aria-pressed={isPressed}
            aria-describedby={numberId}
            onClick={() => filter.onView(isPressed ? undefined : view)}
          >
            {name}
          </UnstyledButton>
        ) : (
          name
        )}
      </dt>
      <dd id={numberId} className={classes.number}>
        {format(count)}
      </dd>
      {SHARES.includes(card) && sent > 0 && (
        <Text component="dd" m={0} size="xs" c="dimmed">
          {t('campaigns.counters.share', { percent: percent(count, sent) })}
        </Text>
      )}
    </div>
  )
}
