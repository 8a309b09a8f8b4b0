import { Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import type { CampaignCounters } from '@recado/shared/campaigns/campaign'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import classes from './report.module.css'

const CARDS = ['validContacts', 'sent', 'received', 'read', 'failed', 'open'] as const

/** The counts, and the sum that shows that nobody is missing from them. */
export function CounterCards({ counters }: { counters: CampaignCounters }) {
  const { t } = useTexts()
  const format = useNumbers()
  const { sent, failed, open } = counters
  return (
    <Stack gap={6}>
      <SimpleGrid cols={{ base: 2, xs: 3, lg: 6 }} component="dl" m={0}>
        {CARDS.map((card) => (
          <Paper key={card} withBorder p="md" className={classes.counter} data-counter={card}>
            <Text component="dt" size="sm" c="dimmed">
              {t(`campaigns.counters.${card}`)}
            </Text>
            <Text component="dd" m={0} className={classes.number}>
              {format(counters[card])}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {t('campaigns.counters.sum', {
          sent: format(sent),
          failed: format(failed),
          open: format(open),
          total: format(sent + failed + open),
        })}
      </Text>
    </Stack>
  )
}
