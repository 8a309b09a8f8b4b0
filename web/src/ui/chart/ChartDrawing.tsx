import { Tooltip } from '@mantine/core'
import { rootFontSize } from '../root-font-size.ts'
import { useNumbers } from '../use-numbers.ts'
import type { ChartColumn, ChartSeries } from './BarChart.tsx'
import classes from './chart.module.css'
import { gridOf } from './grid.ts'

/** In pixels, as all sizes here. */
const HEIGHT = 220
const HEAD = 8
const WIDEST_BARS = 48
/** Sizes that grow with the font: the line of names, a digit, and the width of a name. */
const FOOT = 22
const DIGIT = 7.5
const LABEL_ROOM = 52
/** The share of a column's room that its bars take. */
const FILLED = 0.72

interface ChartDrawingProps<S extends string> {
  series: readonly ChartSeries<S>[]
  columns: readonly ChartColumn<S>[]
  width: number
  tooltipOf: (column: ChartColumn<S>) => string
}

/** The chart's drawing. Screen readers and keyboards use the table below it. */
export function ChartDrawing<S extends string>(props: ChartDrawingProps<S>) {
  const { series, columns, width, tooltipOf } = props
  const format = useNumbers()
  const grid = gridOf(Math.max(...columns.flatMap(({ values }) => series.map(({ key }) => values[key]))))
  const top = grid.at(-1) ?? 1
  const letters = rootFontSize() / 16
  const ground = HEIGHT - FOOT * letters
  const left = format(top).length * DIGIT * letters + 10
  const y = (count: number) => ground - (count / top) * (ground - HEAD)
  const room = (width - left) / columns.length
  const bars = Math.min(WIDEST_BARS, room * FILLED)
  const everyNth = Math.ceil((LABEL_ROOM * letters) / room)
  return (
    <svg width={width} height={HEIGHT} aria-hidden className={classes.drawing}>
      {grid.map((line) => (
        <g key={line}>
          <line x1={left} x2={width} y1={y(line)} y2={y(line)} className={classes.line} />
          <text x={left - 8} y={y(line)} className={classes.scale}>
            {format(line)}
          </text>
        </g>
      ))}
      {columns.map((column, index) => (
        <Tooltip key={column.key} label={tooltipOf(column)} openDelay={0}>
          <g className={classes.column}>
            <rect x={left + index * room} y={0} width={room} height={ground} fill="transparent" />
            <Bars
              heights={series.map(({ key, color }) => ({ color, y: y(column.values[key]) }))}
              x={left + index * room + (room - bars) / 2}
              width={bars}
              ground={ground}
            />
            {index % everyNth === 0 && (
              <text x={left + (index + 0.5) * room} y={HEIGHT - 6 * letters} className={classes.foot}>
                {column.short}
              </text>
            )}
          </g>
        </Tooltip>
      ))}
    </svg>
  )
}

interface BarsProps {
  heights: readonly { color: ChartSeries['color']; y: number }[]
  x: number
  /** Of all bars together. */
  width: number
  ground: number
}

/** The bars of a column, side by side. */
function Bars({ heights, x, width, ground }: BarsProps) {
  const each = width / heights.length
  return heights.map(({ color, y }, at) => (
    <rect
      key={color}
      x={x + at * each}
      y={y}
      width={each}
      height={ground - y}
      rx={Math.min(3, each / 2)}
      className={classes.filled}
      data-color={color}
    />
  ))
}
