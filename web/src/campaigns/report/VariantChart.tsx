import type { VariantResult } from '@recado/shared/campaigns/contract/campaign'
import { useTexts } from '../../i18n/use-texts.ts'
import { BarChart } from '../../ui/chart/BarChart.tsx'
import { usePercent } from '../../ui/use-percent.ts'
import { COUNTER_COLORS } from '../parts.ts'

const SERIES = ['received', 'read', 'replied'] as const

/** The shares of each variant's messages that arrived, were read and were answered, side by side. */
export function VariantChart({ records }: { records: readonly VariantResult[] }) {
  const { t } = useTexts()
  const percent = usePercent()
  const share = (part: number, sent: number) => (sent > 0 ? (part / sent) * 100 : 0)
  return (
    <BarChart
      title={t('campaigns.variants.shares')}
      step={t('campaigns.variants.message')}
      empty={t('campaigns.variants.nothing')}
      series={SERIES.map((key) => ({
        key,
        name: t(`campaigns.variants.${key}`),
        color: COUNTER_COLORS[key],
      }))}
      columns={records.map(({ variant, sent, received, read, replied }) => {
        const name = t('campaigns.form.message', { number: variant })
        return {
          key: String(variant),
          short: name,
          long: name,
          values: {
            received: share(received, sent),
            read: share(read, sent),
            replied: share(replied, sent),
          },
        }
      })}
      format={(value) => percent(value, 100)}
      isTabled
      height={140}
    />
  )
}
