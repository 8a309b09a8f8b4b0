import { Card, Skeleton, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { RowsProps } from './DataRows.tsx'
import classes from './DataTable.module.css'
import type { Column } from './DataTable.tsx'
import { useVirtualRows } from './use-virtual-rows.ts'

const CARD_HEIGHT = 180
const SKELETON_CARDS = 3

export function DataCards<T>({ label, columns, records, rowKey, rowClass, isLoading }: RowsProps<T>) {
  const { listRef, rows, measure, before, after } = useVirtualRows<HTMLUListElement>(
    records.length,
    CARD_HEIGHT,
  )
  const skeletons = isLoading
    ? Array.from({ length: records.length ? 1 : SKELETON_CARDS }, (_, index) => index)
    : []
  return (
    <ul ref={listRef} aria-label={label} aria-busy={isLoading} className={classes.cards}>
      {before > 0 && <li aria-hidden style={{ height: before }} />}
      {rows.map(({ index }) => {
        const record = records[index]
        if (!record) return null
        return (
          <li key={rowKey(record)} data-index={index} ref={measure} className={classes.card}>
            <Card withBorder padding="sm" className={rowClass?.(record)}>
              <Lines columns={columns} record={record} />
            </Card>
          </li>
        )
      })}
      {after > 0 && <li aria-hidden style={{ height: after }} />}
      {skeletons.map((index) => (
        <li key={`skeleton-${index}`} aria-hidden className={classes.card}>
          <Card withBorder padding="sm">
            <Skeleton height={20} width="60%" mb="sm" />
            <Skeleton height={14} mb={10} />
            <Skeleton height={14} mb={10} />
            <Skeleton height={14} width="80%" />
          </Card>
        </li>
      ))}
    </ul>
  )
}

/** Memoised: scrolling moves many cards that do not change. */
function Lines<T>({ columns, record }: { columns: Column<T>[]; record: T }) {
  return useMemo(() => {
    const title = columns.find(({ place }) => place === 'title')
    const actions = columns.find(({ place }) => place === 'actions')
    const lines = columns.filter(({ place, isEmpty }) => !place && !isEmpty?.(record))
    return (
      <Stack gap={6}>
        <div className={classes.cell}>{title?.cell(record)}</div>
        {lines.map(({ key, header, cell }) => (
          <div key={key} className={classes.line}>
            <Text size="sm" c="dimmed">
              {header}
            </Text>
            <div className={classes.value}>{cell(record)}</div>
          </div>
        ))}
        {actions && <div className={classes.cardActions}>{actions.cell(record)}</div>}
      </Stack>
    )
  }, [columns, record])
}
