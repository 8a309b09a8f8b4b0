import { Button, Collapse, Group, Paper, Table, Text, Title } from '@mantine/core'
import { useDisclosure, useElementSize } from '@mantine/hooks'
import type { DeskReport } from '@recado/shared/desk-report/report'
import { IconTable } from '@tabler/icons-react'
import { useId } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useNumbers } from '../ui/use-numbers.ts'
import { ChartDrawing } from './ChartDrawing.tsx'
import { type ChartColumn, type ChartStep, chartColumns } from './chart-columns.ts'
import classes from './desk-report.module.css'

const SERIES = ['opened', 'closed'] as const

/** Opened and closed tickets over time, as bars and as an accessible table. */
export function ReportChart({ by }: Pick<DeskReport, 'by'>) {
  const { t } = useTexts()
  const { ref, width } = useElementSize()
  const [isTable, table] = useDisclosure()
  const tableId = useId()
  const { step, columns } = chartColumns(by)
  const isAny = columns.some(({ opened, closed }) => opened + closed > 0)
  const title = t(`deskReport.chart.${step}`)
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Group gap="md">
          {SERIES.map((series) => (
            <span key={series} className={classes.legend}>
              <span className={classes.swatch} data-series={series} aria-hidden />
              {t(`deskReport.figures.${series}`)}
            </span>
          ))}
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
              {t('dashboard.asTable')}
            </Button>
          )}
        </Group>
      </Group>
      <div ref={ref} className={classes.plot}>
        {isAny && width > 0 && <ChartDrawing columns={columns} width={width} />}
        {!isAny && (
          <Text c="dimmed" className={classes.nothing}>
            {t('deskReport.nothing')}
          </Text>
        )}
      </div>
      <Collapse expanded={isTable} id={tableId}>
        <ColumnTable columns={columns} step={step} label={title} />
      </Collapse>
    </Paper>
  )
}

interface ColumnTableProps {
  columns: ChartColumn[]
  step: ChartStep
  label: string
}

function ColumnTable({ columns, step, label }: ColumnTableProps) {
  const { t } = useTexts()
  const format = useNumbers()
  return (
    <Table aria-label={label} maw={460} mt="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t(`deskReport.step.${step}`)}</Table.Th>
          {SERIES.map((series) => (
            <Table.Th key={series} scope="col" ta="right">
              {t(`deskReport.figures.${series}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {columns.map((column) => (
          <Table.Tr key={column.key}>
            <Table.Td>{column.long}</Table.Td>
            {SERIES.map((series) => (
              <Table.Td key={series} ta="right">
                {format(column[series])}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
