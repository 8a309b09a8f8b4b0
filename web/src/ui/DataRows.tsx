import { Skeleton, Table } from '@mantine/core'
import { useMemo } from 'react'
import classes from './DataTable.module.css'
import type { Column } from './DataTable.tsx'
import { TOP_BAR_HEIGHT } from './theme/tokens.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

export interface RowsProps<T> {
  label: string
  columns: Column<T>[]
  records: T[]
  rowKey: (record: T) => string
  rowClass?: ((record: T) => string | undefined) | undefined
  isLoading: boolean
}

const ROW_HEIGHT = 45
const SKELETON_ROWS = 6

export function DataRows<T>({ label, columns, records, rowKey, rowClass, isLoading }: RowsProps<T>) {
  const { listRef, rows, measure, before, after } = useVirtualRows<HTMLTableSectionElement>(
    records.length,
    ROW_HEIGHT,
  )
  const skeletons = isLoading
    ? Array.from({ length: records.length ? 2 : SKELETON_ROWS }, (_, index) => index)
    : []
  return (
    <Table
      layout="fixed"
      verticalSpacing={4}
      highlightOnHover
      stickyHeader
      stickyHeaderOffset={TOP_BAR_HEIGHT}
      aria-label={label}
      aria-busy={isLoading}
      aria-rowcount={records.length + 1}
      className={classes.table}
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ key, header, width, align }) => (
            <Table.Th key={key} w={width} ta={align} scope="col">
              {header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody ref={listRef}>
        {before > 0 && <Gap height={before} columns={columns.length} />}
        {rows.map(({ index }) => {
          const record = records[index]
          if (!record) return null
          return (
            <Table.Tr
              key={rowKey(record)}
              data-index={index}
              ref={measure}
              aria-rowindex={index + 2}
              className={rowClass?.(record)}
            >
              <Cells columns={columns} record={record} />
            </Table.Tr>
          )
        })}
        {after > 0 && <Gap height={after} columns={columns.length} />}
        {skeletons.map((index) => (
          <Table.Tr key={`skeleton-${index}`} aria-hidden>
            {columns.map(({ key, place }) => (
              <Table.Td key={key}>
                <Skeleton height={16} my={8} width={place === 'title' ? '70%' : '45%'} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Memoised: scrolling moves many rows that do not change. */
function Cells<T>({ columns, record }: { columns: Column<T>[]; record: T }) {
  return useMemo(
    () =>
      columns.map(({ key, cell, align, place }) => (
        <Table.Td key={key} ta={align} className={place === 'actions' ? classes.actions : classes.cell}>
          {cell(record)}
        </Table.Td>
      )),
    [columns, record],
  )
}

/** Takes the space of rows that are not rendered. */
const Gap = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden style={{ height }}>
    <td colSpan={columns} />
  </tr>
)
