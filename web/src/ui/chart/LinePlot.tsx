import '@mantine/charts/styles.css'
import { AreaChart, ChartTooltip } from '@mantine/charts'
import { AXES, type ChartSeries, chartColor, PLOT_HEIGHT } from './chart.ts'
import type { ChartPoint } from './LineChart.tsx'
import { scaleWidth } from './scale-width.ts'

interface LinePlotProps {
  series: readonly ChartSeries[]
  points: readonly ChartPoint[]
  format: (value: number) => string
  shortTime: (at: number) => string
  longTime: (at: number) => string
}

/** The drawing of a line chart. */
export function LinePlot({ series, points, format, shortTime, longTime }: LinePlotProps) {
  const shown = series.map(({ key, name, color }) => ({ name: key, label: name, color: chartColor(color) }))
  const largest = Math.max(...points.flatMap(({ values }) => Object.values(values)))
  return (
    <AreaChart
      {...AXES}
      h={PLOT_HEIGHT}
      data={points.map(({ at, values }) => ({ at, ...values }))}
      dataKey="at"
      series={shown}
      curveType="linear"
      withDots={false}
      strokeWidth={2}
      fillOpacity={0.12}
      valueFormatter={format}
      accessibilityLayer={false}
      areaChartProps={{ margin: { top: 8, right: 20 } }}
      xAxisProps={{
        type: 'number',
        scale: 'time',
        domain: ['dataMin', 'dataMax'],
        tickFormatter: shortTime,
        minTickGap: 24,
      }}
      yAxisProps={{ allowDecimals: false, width: scaleWidth(format(largest)) }}
      tooltipProps={{
        content: ({ label, payload }) => (
          <ChartTooltip
            label={label === undefined ? undefined : longTime(Number(label))}
            payload={payload}
            series={shown}
            valueFormatter={format}
          />
        ),
      }}
    />
  )
}
