import { Tooltip } from '@mantine/core'
import { gridOf } from '../dashboard/bars.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { rootFontSize } from '../ui/root-font-size.ts'
import { useNumbers } from '../ui/use-numbers.ts'
import type { ChartColumn } from './chart-columns.ts'
import classes from './desk-report.module.css'

const SERIES = ['opened', 'closed'] as const
/** In pixels, as all sizes here. */
const HEIGHT = 200
const HEAD = 8
const WIDEST_BAR = 24
/** Sizes that grow with the font: the line of names, a digit, and the width of a name. */
const FOOT = 22
const DIGIT = 7.5
const LABEL_ROOM = 48
/** The share of a column's room that its two bars take. */
const FILLED = 0.72

/** The chart's drawing. Screen readers and keyboards use the table below it. */
export function ChartDrawing({ columns, width }: { columns: ChartColumn[]; width: number }) {
  const { t } = useTexts()
  const format = useNumbers()
  const grid = gridOf(Math.max(...columns.flatMap(({ opened, closed }) => [opened, closed])))
  const top = grid.at(-1) ?? 1
  const letters = rootFontSize() / 16
  const ground = HEIGHT - FOOT * letters
  const left = format(top).length * DIGIT * letters + 10
  const y = (count: number) => ground - (count / top) * (ground - HEAD)
  const room = (width - left) / columns.length
  const bar = Math.min(WIDEST_BAR, (room * FILLED) / SERIES.length)
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
      {columns.map((column, index) => {
        const middle = left + (index + 0.5) * room
        const counts = { opened: format(column.opened), closed: format(column.closed) }
        return (
          <Tooltip
            key={column.key}
            label={t('deskReport.column', { period: column.long, ...counts })}
            openDelay={0}
          >
            <g>
              <rect x={middle - room / 2} y={0} width={room} height={ground} fill="transparent" />
              {SERIES.map((series, at) => (
                <rect
                  key={series}
                  x={middle + (at - 1) * bar}
                  y={y(column[series])}
                  width={bar}
                  height={ground - y(column[series])}
                  rx={Math.min(2, bar / 2)}
                  className={classes.filled}
                  data-series={series}
                />
              ))}
              {index % everyNth === 0 && (
                <text x={middle} y={HEIGHT - 6 * letters} className={classes.foot}>
                  {column.short}
                </text>
              )}
            </g>
          </Tooltip>
        )
      })}
    </svg>
  )
}
