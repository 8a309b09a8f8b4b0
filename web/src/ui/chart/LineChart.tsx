import { lazy, type ReactNode } from 'react'
import { useNumbers } from '../use-numbers.ts'
import { ChartFrame } from './ChartFrame.tsx'
import type { ChartSeries } from './chart.ts'

/** Loaded with the first chart: the library is larger than most pages. */
const LinePlot = lazy(async () => ({ default: (await import('./LinePlot.tsx')).LinePlot }))

/** Numbers at a moment, in milliseconds since 1970. */
export interface ChartPoint<S extends string = string> {
  at: number
  values: Readonly<Record<S, number>>
}

interface LineChartProps<S extends string> {
  title: string
  series: readonly ChartSeries<S>[]
  /** In the order of time. Their distances may differ: the axis is true to time. */
  points: readonly ChartPoint<S>[]
  /** Header of the table's first column: "Hora". */
  step: string
  /** Shown while all numbers are 0. */
  empty: string
  /** A moment below the axis, which has little room; and in the table and the tooltip. */
  shortTime: (at: number) => string
  longTime: (at: number) => string
  /** A control beside the title. */
  control?: ReactNode
}

/** Numbers over time as lines over a tinted area, and as an accessible table. */
export function LineChart<S extends string>(props: LineChartProps<S>) {
  const { title, series, points, step, empty, shortTime, longTime, control } = props
  const format = useNumbers()
  const columns = points.map(({ at, values }) => ({
    key: String(at),
    short: shortTime(at),
    long: longTime(at),
    values,
  }))
  const frame = { title, series, columns, step, empty, control }
  return (
    <ChartFrame {...frame} format={format}>
      <LinePlot series={series} points={points} format={format} shortTime={shortTime} longTime={longTime} />
    </ChartFrame>
  )
}
