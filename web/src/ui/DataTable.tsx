import { Button, Group, VisuallyHidden } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { DataCards } from './DataCards.tsx'
import { DataRows } from './DataRows.tsx'
import { ListProblem } from './ListProblem.tsx'
import { LoadMore } from './LoadMore.tsx'
import { useIsPhone } from './use-is-phone.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useWidth } from './use-width.ts'

export interface Column<T> {
  key: string
  header: string
  cell: (record: T) => ReactNode
  /** A CSS width; columns without one share the rest. */
  width?: number | string
  align?: 'right'
  /** On a card the title is on top and the actions are at the bottom. Other columns are labelled lines. */
  place?: 'title' | 'actions'
  /** A card leaves out a line without a value. */
  isEmpty?: (record: T) => boolean
  /** The column is hidden while the table is narrower than this, as `useWidth` measures it. Cards have all columns. */
  minTableWidth?: number
}

/** The state of a list, independent of how it is fetched. */
export interface ListState<T> {
  records: T[]
  isPending: boolean
  isFetching: boolean
  error: unknown
  refetch: () => unknown
  hasNextPage?: boolean
  isFetchingNextPage?: boolean
  /** Whether the error is of the next page; without it, of the list. */
  isFetchNextPageError?: boolean
  fetchNextPage?: () => unknown
}

export interface DataTableProps<T> {
  /** Name of the table for screen readers. */
  label: string
  columns: Column<T>[]
  list: ListState<T>
  rowKey: (record: T) => string
  /** CSS class of a row or card. */
  rowClass?: (record: T) => string | undefined
  /** Shown for an empty list. */
  empty: ReactNode
  /** Title of a loading error, if it is not the usual one. */
  problem?: string
  /** How long the end of the list must stay in sight before the next page is fetched, in milliseconds. */
  nextPageDelayMs?: number
}

/** Below this width (as `useWidth` measures it) a table is hard to read: its rows become cards, as on phones. */
const TABLE_MIN_WIDTH = 560

/** A list as a table with a sticky header and virtual rows, or as cards where there is no room for one. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, list, rowKey, rowClass, empty, problem } = props
  const { t } = useTexts()
  const { ref: sizeRef, width } = useWidth()
  const boxRef = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(sizeRef, boxRef)
  useRowFocus(boxRef)
  const isPhone = useIsPhone()
  const [wantsAll, setWantsAll] = useState(false)
  const isNarrow = isPhone || (width > 0 && width < TABLE_MIN_WIDTH)
  const fitting = columns.filter(({ minTableWidth = 0 }) => width === 0 || width >= minTableWidth)
  const hides = !isNarrow && fitting.length < columns.length
  const asCards = isNarrow || (hides && wantsAll)
  const shown = asCards ? columns : fitting
  const { records, isPending, error } = list

  const view = (rows: T[], isLoading: boolean) => {
    const shownRows = { label, columns: shown, records: rows, rowKey, rowClass, isLoading }
    return asCards ? <DataCards {...shownRows} /> : <DataRows {...shownRows} />
  }
  const content = () => {
    if (isPending) return view([], true)
    if (error && records.length === 0) {
      return <ListProblem error={error} title={problem} onRetry={list.refetch} isRetrying={list.isFetching} />
    }
    if (records.length === 0) return null
    return view(records, Boolean(list.isFetchingNextPage))
  }
  return (
    <div ref={ref}>
      {/* Screen readers are told that a search found nothing. */}
      <div role="status">
        {isPending && <VisuallyHidden>{t('common.loading')}</VisuallyHidden>}
        {!isPending && !error && records.length === 0 && empty}
      </div>
      {hides && records.length > 0 && (
        <Group justify="flex-end" mb={4}>
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setWantsAll(!wantsAll)}>
            {t(wantsAll ? 'common.asTable' : 'common.allColumns')}
          </Button>
        </Group>
      )}
      {content()}
      <LoadMore list={list} delayMs={props.nextPageDelayMs} />
    </div>
  )
}
