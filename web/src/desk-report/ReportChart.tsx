import type { DeskReport } from '@recado/shared/desk-report/report'
import { memo } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { BarChart } from '../ui/chart/BarChart.tsx'
import { chartColumns } from './chart-columns.ts'

/** Opened and closed tickets over time; drawn anew only when they change. */
export const ReportChart = memo(function ReportChart({ by }: Pick<DeskReport, 'by'>) {
  const { t } = useTexts()
  const { step, columns } = chartColumns(by)
  return (
    <BarChart
      title={t(`deskReport.chart.${step}`)}
      step={t(`deskReport.step.${step}`)}
      empty={t('deskReport.nothing')}
      series={[
        { key: 'opened', name: t('deskReport.figures.opened'), color: 2 },
        { key: 'closed', name: t('deskReport.figures.closed'), color: 1 },
      ]}
      columns={columns}
    />
  )
})
