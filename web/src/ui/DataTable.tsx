import { VisuallyHidden } from '@mantine/core'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { PHONE_WIDTH } from '../theme.ts'
import { DataCards } from './DataCards.tsx'
import { DataRows } from './DataRows.tsx'
import { ListProblem } from './ListProblem.tsx'
import { LoadMore } from './LoadMore.tsx'
import { rootFontSize } from './root-font-size.ts'

export interface Column<T> {
  key: string
  header: string
  cell: (record: T) => ReactNode
  /** A CSS width; the columns without one share what is left. */
  width?: number | string
  align?: 'right'
  /** On a card the title stands on top, the actions below; everything else is a labelled line. */
  place?: 'title' | 'actions'
  /** A card leaves out a line that says nothing. */
  isEmpty?: (record: T) => boolean
  /** Left out while the table is narrower than this, in pixels. */
  minTableWidth?: number
}

/** What a list shows, however it is fetched. */
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
  /** What the table holds, for screen readers. */
  label: string
  columns: Column<T>[]
  list: ListState<T>
  rowKey: (record: T) => string
  /** How a row or card looks, where rows differ in that. */
  rowClass?: (record: T) => string | undefined
  /** What stands here when there is nothing. */
  empty: ReactNode
  /** What is said when it could not be loaded, where that has words of its own. */
  problem?: string
}

/** Narrower than this a table cannot be read: its rows become cards, as they do on phones. */
const TABLE_MIN_WIDTH = 560

/** A list as a table with a sticky header and virtual rows, or as cards where there is no room for one. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, list, rowKey, rowClass, empty, problem } = props
  const { t } = useTexts()
  const { ref, width: pixels } = useElementSize()
  // Widths are those of a text of 16 px: who reads with larger letters has less room.
  const width = (pixels * 16) / rootFontSize()
  const isPhone = useMediaQuery(`(max-width: ${(PHONE_WIDTH - 0.02) / 16}em)`, undefined, {
    getInitialValueInEffect: false,
  })
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
