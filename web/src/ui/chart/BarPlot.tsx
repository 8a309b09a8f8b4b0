import '@mantine/charts/styles.css'
import { ChartTooltip, BarChart as MantineBars } from '@mantine/charts'
import { rootFontSize } from '../root-font-size.ts'
import { AXES, type ChartColumn, type ChartSeries, chartColor } from './chart.ts'
import { scaleWidth } from './scale-width.ts'

const WIDEST_BAR = 36

interface BarPlotProps {
  series: readonly ChartSeries[]
  columns: readonly ChartColumn[]
  format: (value: number) => string
  /** In pixels. */
  height: number
}

/** The drawing of a bar chart. */
export function BarPlot({ series, columns, format, height }: BarPlotProps) {
  const shown = series.map(({ key, name, color }) => ({ name: key, label: name, color: chartColor(color) }))
  const longNames = new Map(columns.map(({ key, long }) => [key, long]))
  const shortNames = new Map(columns.map(({ key, short }) => [key, short]))
  const largest = Math.max(...columns.flatMap(({ values }) => Object.values(values)))
  return (
    <MantineBars
      {...AXES}
      h={height}
      data={columns.map(({ key, values }) => ({ key, ...values }))}
      dataKey="key"
      series={shown}
      maxBarWidth={WIDEST_BAR}
      valueFormatter={format}
      accessibilityLayer={false}
      barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
      barChartProps={{ barGap: 1, margin: { top: 8, right: 8 } }}
      xAxisProps={{
        tickFormatter: (key: string) => shortNames.get(key) ?? '',
        minTickGap: rootFontSize() / 2,
        interval: 'preserveStart',
      }}
      yAxisProps={{ allowDecimals: false, width: scaleWidth(format(largest)) }}
      cursorFill="var(--mantine-color-default-hover)"
      tooltipProps={{
        content: ({ label, payload }) => (
          <ChartTooltip
            label={longNames.get(String(label ?? ''))}
            payload={payload}
            series={shown}
            valueFormatter={format}
          />
        ),
      }}
    />
  )
}
