import { ScrollArea, Table } from '@mantine/core'
import type { ChartColumn, ChartSeries } from './chart.ts'

interface ChartTableProps {
  label: string
  step: string
  series: readonly ChartSeries[]
  columns: readonly ChartColumn[]
  format: (value: number) => string
}

/** A chart's numbers for screen readers and keyboards. It scrolls sideways where there is no room for it. */
export function ChartTable({ label, step, series, columns, format }: ChartTableProps) {
  return (
    <ScrollArea type="auto" mt="sm" viewportProps={{ tabIndex: 0 }}>
      <Table aria-label={label} maw={460}>
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
                  {format(values[key] ?? 0)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  )
}
