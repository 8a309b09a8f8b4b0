import { Button, Collapse, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTable } from '@tabler/icons-react'
import { type ReactNode, Suspense, useId } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ChartTable } from './ChartTable.tsx'
import classes from './chart.module.css'
import { type ChartColumn, type ChartSeries, chartColor, PLOT_HEIGHT } from './chart.ts'

interface ChartFrameProps {
  title: string
  series: readonly ChartSeries[]
  columns: readonly ChartColumn[]
  /** Header of the table's first column: "Dia". */
  step: string
  /** Shown while all numbers are 0. */
  empty: string
  format: (value: number) => string
  /** A control beside the title. */
  control?: ReactNode
  /** Of the drawing, in pixels. */
  height?: number
  /** Whether the page shows the same numbers in a table of its own. */
  isTabled?: boolean
  /** The drawing, which is loaded with the first chart. */
  children: ReactNode
}

/** A chart's title, legend, drawing and accessible table. The legend names the series if there are several. */
export function ChartFrame(props: ChartFrameProps) {
  const {
    title,
    series,
    columns,
    step,
    empty,
    format,
    control,
    isTabled = false,
    children,
    height = PLOT_HEIGHT,
  } = props
  const { t } = useTexts()
  const [isTable, table] = useDisclosure()
  const tableId = useId()
  const isAny = columns.some(({ values }) => series.some(({ key }) => (values[key] ?? 0) > 0))
  return (
    <Paper withBorder p="md" component="section" aria-label={title} className={classes.frame}>
      <Group justify="space-between" gap="xs" mb={series.length > 1 ? 4 : 'sm'}>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Group gap="xs">
          {control}
          {isAny && !isTabled && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              data-printed="no"
              leftSection={<IconTable size={16} aria-hidden />}
              aria-expanded={isTable}
              aria-controls={tableId}
              onClick={table.toggle}
            >
              {t('common.asTable')}
            </Button>
          )}
        </Group>
      </Group>
      {series.length > 1 && <Legend series={series} />}
      {/* Screen readers and keyboards use the table. */}
      <div style={{ height }} aria-hidden={isAny}>
        {isAny ? (
          <Suspense fallback={<Skeleton height={height} />}>{children}</Suspense>
        ) : (
          <Text c="dimmed" className={classes.nothing}>
            {empty}
          </Text>
        )}
      </div>
      {!isTabled && (
        <Collapse expanded={isTable} id={tableId}>
          <ChartTable label={title} step={step} series={series} columns={columns} format={format} />
        </Collapse>
      )}
    </Paper>
  )
}

const Legend = ({ series }: { series: readonly ChartSeries[] }) => (
  <Group gap="4px 16px" mb="sm">
    {series.map(({ key, name, color }) => (
      <span key={key} className={classes.legend}>
        <span className={classes.swatch} style={{ background: chartColor(color) }} aria-hidden />
        {name}
      </span>
    ))}
  </Group>
)
