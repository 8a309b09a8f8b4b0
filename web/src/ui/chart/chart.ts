/** The colours of charts, `--recado-chart-1` to `-6`: told apart by people who are colour-blind, in both schemes. */
export type ChartColor = 1 | 2 | 3 | 4 | 5 | 6

export const chartColor = (color: ChartColor): string => `var(--recado-chart-${color})`

export interface ChartSeries<S extends string = string> {
  key: S
  name: string
  color: ChartColor
}

/** One place on a chart's horizontal axis, with a number for each series. */
export interface ChartColumn<S extends string = string> {
  key: string
  /** Below the bars: "21/11". */
  short: string
  /** In the table and the tooltip: "21/11/2026". */
  long: string
  values: Readonly<Record<S, number>>
}

/** The height of a chart's drawing in pixels: the skeleton has it too, so that nothing moves. */
export const PLOT_HEIGHT = 220

/** Sizes of the axes in both kinds of chart. */
export const AXES = {
  gridColor: 'var(--mantine-color-default-border)',
  textColor: 'var(--mantine-color-dimmed)',
  strokeDasharray: '0',
  tickLine: 'none',
  gridAxis: 'x',
} as const
