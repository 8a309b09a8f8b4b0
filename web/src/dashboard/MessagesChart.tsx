import type { Dashboard } from '@recado/shared/dashboard/dashboard'
import { memo } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { BarChart } from '../ui/chart/BarChart.tsx'
import { barsOf } from './bars.ts'
import { useBarName } from './use-bar-name.ts'

const TITLES = { day: 'dashboard.perDay', week: 'dashboard.perWeek', month: 'dashboard.perMonth' } as const

/** Messages over time; drawn anew only when they change. */
export const MessagesChart = memo(function MessagesChart({ days }: { days: Dashboard['days'] }) {
  const { t } = useTexts()
  const { step, bars } = barsOf(days)
  const nameOf = useBarName(step)
  return (
    <BarChart
      title={t(TITLES[step])}
      step={t(`dashboard.${step}`)}
      empty={t('dashboard.noMessages')}
      series={[{ key: 'sent', name: t('dashboard.messages'), color: 1 }]}
      columns={bars.map((bar) => ({
        key: bar.from,
        short: nameOf(bar, 'short'),
        long: nameOf(bar, 'long'),
        values: { sent: bar.sent },
      }))}
    />
  )
})
