import { Grid, Progress, Stack, Text, Title } from '@mantine/core'
import type { CampaignReport, VariantResult } from '@recado/shared/campaigns/contract/campaign'
import { useTexts } from '../../i18n/use-texts.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { useNumbers } from '../../ui/use-numbers.ts'
import { usePercent } from '../../ui/use-percent.ts'
import { BREAKPOINTS } from './breakpoints.ts'
import { messagesOf } from './messages.ts'
import { VariantChart } from './VariantChart.tsx'

interface Variant extends VariantResult {
  text: string
}

/** From here on the table has the room that it needs beside the chart. */
const BESIDE_A_CHART = { ...BREAKPOINTS, md: '62em' }

const NOTHING_YET = { sent: 0, received: 0, read: 0, replied: 0 }

/** Compares the results of a campaign's variants; shows nothing for a single one. */
export function Variants({ campaign }: { campaign: CampaignReport }) {
  const { t } = useTexts()
  const columns = useVariantColumns()
  const messages = messagesOf(campaign)
  if (messages.length < 2 || !campaign.startedAt) return null
  const records = messages.map(({ variant, text }) => ({
    ...NOTHING_YET,
    ...campaign.variants.find((result) => result.variant === variant),
    variant,
    text,
  }))
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {t('campaigns.variants.title')}
      </Title>
      <Grid type="container" breakpoints={BESIDE_A_CHART}>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <DataTable
            label={t('campaigns.variants.title')}
            columns={columns}
            list={{ records, isPending: false, isFetching: false, error: null, refetch: () => undefined }}
            rowKey={({ variant }) => String(variant)}
            empty={null}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <VariantChart records={records} />
        </Grid.Col>
      </Grid>
    </section>
  )
}

function useVariantColumns(): Column<Variant>[] {
  const { t } = useTexts()
  const format = useNumbers()
  const share = (key: 'received' | 'read' | 'replied'): Column<Variant> => ({
    key,
    header: t(`campaigns.variants.${key}`),
    width: 112,
    cell: (result) => <Share part={result[key]} of={result.sent} label={t(`campaigns.variants.${key}`)} />,
  })
  return [
    {
      key: 'message',
      header: t('campaigns.variants.message'),
      place: 'title',
      cell: ({ variant, text }) => (
        <Stack gap={0}>
          <Text size="sm" fw={600}>
            {t('campaigns.form.message', { number: variant })}
          </Text>
          <Text size="sm" c="dimmed" lineClamp={1}>
            {text}
          </Text>
        </Stack>
      ),
    },
    {
      key: 'sent',
      header: t('campaigns.variants.sent'),
      width: 90,
      cell: ({ sent }) => <Text size="sm">{format(sent)}</Text>,
    },
    share('received'),
    share('read'),
    share('replied'),
  ]
}

/** A share as a percentage, a count and a bar. */
function Share({ part, of, label }: { part: number; of: number; label: string }) {
  const format = useNumbers()
  const percent = usePercent()
  if (of === 0) return <Text size="sm">—</Text>
  return (
    <Stack gap={4} miw={84} align="stretch">
      <Text size="sm">
        {percent(part, of)}{' '}
        <Text span size="xs" c="dimmed">
          ({format(part)})
        </Text>
      </Text>
      <Progress.Root size="sm" w="100%" miw={84}>
        <Progress.Section value={(part / of) * 100} aria-label={label} />
      </Progress.Root>
    </Stack>
  )
}
