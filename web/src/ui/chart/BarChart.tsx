import { lazy } from 'react'
import { useNumbers } from '../use-numbers.ts'
import { ChartFrame } from './ChartFrame.tsx'
import { type ChartColumn, type ChartSeries, PLOT_HEIGHT } from './chart.ts'

/** Loaded with the first chart: the library is larger than most pages. */
const BarPlot = lazy(async () => ({ default: (await import('./BarPlot.tsx')).BarPlot }))

interface BarChartProps<S extends string> {
  title: string
  series: readonly ChartSeries<S>[]
  columns: readonly ChartColumn<S>[]
  /** Header of the table's first column: "Dia". */
  step: string
  /** Shown while all numbers are 0. */
  empty: string
  /** Formats a number; whole numbers are the default. */
  format?: (value: number) => string
  /** Of the drawing, in pixels. */
  height?: number
  /** Whether the page shows the same numbers in a table of its own. */
  isTabled?: boolean
}

/** Numbers by day, hour or another step, as bars and as an accessible table. */
export function BarChart<S extends string>(props: BarChartProps<S>) {
  const whole = useNumbers()
  const { series, columns, format = whole, height = PLOT_HEIGHT } = props
  return (
    <ChartFrame {...props} format={format}>
      <BarPlot series={series} columns={columns} format={format} height={height} />
    </ChartFrame>
  )
}
