import { VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { DataCards } from './DataCards.tsx'
import { DataRows } from './DataRows.tsx'
import { ListProblem } from './ListProblem.tsx'
import { LoadMore } from './LoadMore.tsx'
import { rootFontSize } from './root-font-size.ts'
import { useIsPhone } from './use-is-phone.ts'

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
  /** The column is hidden while the table is narrower than this, in pixels. */
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
}

/** Below this width (px) a table is hard to read: its rows become cards, as on phones. */
const TABLE_MIN_WIDTH = 560

/** A list as a table with a sticky header and virtual rows, or as cards where there is no room for one. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, list, rowKey, rowClass, empty, problem } = props
  const { t } = useTexts()
  const { ref, width: pixels } = useElementSize()
  // Widths assume a font size of 16 px. A larger font leaves less space.
  const width = (pixels * 16) / rootFontSize()
  const isPhone = useIsPhone()
  const asCards = isPhone || (width > 0 && width < TABLE_MIN_WIDTH)
  const shown = columns.filter(({ minTableWidth = 0 }) => asCards || width === 0 || width >= minTableWidth)
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
    if (records.length === 0) return empty
    return view(records, Boolean(list.isFetchingNextPage))
  }
  return (
    <div ref={ref}>
      <VisuallyHidden role="status">{isPending ? t('common.loading') : ''}</VisuallyHidden>
      {content()}
      <LoadMore list={list} />
    </div>
  )
}
