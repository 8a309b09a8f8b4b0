import { Button, Collapse, Group, Paper, Text, Title } from '@mantine/core'
import { useDisclosure, useElementSize } from '@mantine/hooks'
import { IconTable } from '@tabler/icons-react'
import { useId } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ChartDrawing } from './ChartDrawing.tsx'
import { ChartTable } from './ChartTable.tsx'
import classes from './chart.module.css'

/** One place on the time axis, with a number for each series. */
export interface ChartColumn<S extends string = string> {
  key: string
  /** Below the bars: "21/11". */
  short: string
  /** In the table and the tooltip: "21/11/2026". */
  long: string
  values: Readonly<Record<S, number>>
}

export interface ChartSeries<S extends string = string> {
  key: S
  name: string
  color: 'first' | 'second'
}

interface BarChartProps<S extends string> {
  title: string
  series: readonly ChartSeries<S>[]
  columns: readonly ChartColumn<S>[]
  /** Header of the table's first column: "Dia". */
  step: string
  /** Shown while all numbers are 0. */
  empty: string
  tooltipOf: (column: ChartColumn<S>) => string
}

/** Numbers over time, as bars and as an accessible table. The legend names the series if there are several. */
export function BarChart<S extends string>(props: BarChartProps<S>) {
  const { title, series, columns, step, empty, tooltipOf } = props
  const { t } = useTexts()
  const { ref, width } = useElementSize()
  const [isTable, table] = useDisclosure()
  const tableId = useId()
  const isAny = columns.some(({ values }) => series.some(({ key }) => values[key] > 0))
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Group gap="md">
          {series.length > 1 && <Legend series={series} />}
          {isAny && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
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
      <div ref={ref} className={classes.plot}>
        {isAny && width > 0 && (
          <ChartDrawing series={series} columns={columns} width={width} tooltipOf={tooltipOf} />
        )}
        {!isAny && (
          <Text c="dimmed" className={classes.nothing}>
            {empty}
          </Text>
        )}
      </div>
      <Collapse expanded={isTable} id={tableId}>
        <ChartTable label={title} step={step} series={series} columns={columns} />
      </Collapse>
    </Paper>
  )
}

const Legend = ({ series }: { series: readonly ChartSeries[] }) =>
  series.map(({ key, name, color }) => (
    <span key={key} className={classes.legend}>
      <span className={classes.swatch} data-color={color} aria-hidden />
      {name}
    </span>
  ))
