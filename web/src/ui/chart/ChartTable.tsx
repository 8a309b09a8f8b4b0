import { Table } from '@mantine/core'
import { useNumbers } from '../use-numbers.ts'
import type { ChartColumn, ChartSeries } from './BarChart.tsx'

interface ChartTableProps<S extends string> {
  label: string
  step: string
  series: readonly ChartSeries<S>[]
  columns: readonly ChartColumn<S>[]
}

/** A chart's numbers for screen readers and keyboards. */
export function ChartTable<S extends string>({ label, step, series, columns }: ChartTableProps<S>) {
  const format = useNumbers()
  return (
    <Table aria-label={label} maw={460} mt="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{step}</Table.Th>
          {series.map(({ key, name }) => (
            <Table.Th key={key} scope="col" ta="right">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {columns.map(({ key: place, long, values }) => (
          <Table.Tr key={place}>
            <Table.Td>{long}</Table.Td>
            {series.map(({ key }) => (
              <Table.Td key={key} ta="right">
                {format(values[key])}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
