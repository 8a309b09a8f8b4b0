import { Tooltip } from '@mantine/core'
import { useTexts } from '../i18n/use-texts.ts'
import { rootFontSize } from '../ui/root-font-size.ts'
import { useNumbers } from '../ui/use-numbers.ts'
import { type Bar, type BarStep, gridOf } from './bars.ts'
import classes from './dashboard.module.css'
import { useBarName } from './use-bar-name.ts'

/** In pixels, as all sizes here. */
const HEIGHT = 220
const HEAD = 8
const WIDEST_BAR = 48
/** Sizes that grow with the font: the line of names, a digit, and the width of a name. */
const FOOT = 22
const DIGIT = 7.5
const LABEL_ROOM = 52

interface BarsProps {
  bars: Bar[]
  step: BarStep
  width: number
}

/** The chart's drawing. Screen readers and keyboards use the table below it. */
export function Bars({ bars, step, width }: BarsProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const nameOf = useBarName(step)
  const grid = gridOf(Math.max(...bars.map(({ sent }) => sent)))
  const top = grid.at(-1) ?? 1
  const letters = rootFontSize() / 16
  const ground = HEIGHT - FOOT * letters
  const left = format(top).length * DIGIT * letters + 10
  const y = (sent: number) => ground - (sent / top) * (ground - HEAD)
  const room = (width - left) / bars.length
  const barWidth = Math.min(WIDEST_BAR, room * 0.72)
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
      {bars.map((bar, index) => (
        <Tooltip
          key={bar.from}
          label={t('dashboard.bar', { period: nameOf(bar, 'long'), messages: format(bar.sent) })}
          openDelay={0}
        >
          <g className={classes.bar}>
            <rect x={left + index * room} y={0} width={room} height={ground} fill="transparent" />
            <rect
              x={left + index * room + (room - barWidth) / 2}
              y={y(bar.sent)}
              width={barWidth}
              height={ground - y(bar.sent)}
              rx={Math.min(3, barWidth / 2)}
              className={classes.filled}
            />
            {index % everyNth === 0 && (
              <text x={left + index * room + room / 2} y={HEIGHT - 6 * letters} className={classes.foot}>
                {nameOf(bar, 'short')}
              </text>
            )}
          </g>
        </Tooltip>
      ))}
    </svg>
  )
}
