import { Button, VisuallyHidden } from '@mantine/core'
import type { ListedTicket } from '@recado/shared/tickets/contract/ticket'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useRef, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { ListState } from '../../ui/DataTable.tsx'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { useRowFocus } from '../../ui/use-row-focus.ts'
import type { ActionsOf } from '../actions/use-ticket-actions.tsx'
import type { Directory } from '../directory.ts'
import type { TicketsSearch } from '../search.ts'
import { EmptyTab } from './EmptyTab.tsx'
import { heldOrder } from './held-order.ts'
import classes from './list.module.css'
import { SkeletonRows } from './SkeletonRows.tsx'
import { TicketRow } from './TicketRow.tsx'
import { useListKeys } from './use-list-keys.ts'

interface TicketListProps {
  list: ListState<ListedTicket>
  directory: Directory
  search: TicketsSearch
  /** The open ticket. */
  openUuid: string | undefined
  isFiltered: boolean
  onShowAll: () => void
  actionsOf: ActionsOf
  listRef: RefObject<HTMLElement | null>
  /** Whether results of a search stand over it. Then it takes no keys. */
  isCovered: boolean
}

const ROW_HEIGHT = 92

/** The tickets of a tab. While the pointer is over it, no row moves away from under it. */
export function TicketList(props: TicketListProps) {
  const { list, directory, search, openUuid, isFiltered, onShowAll, actionsOf, listRef, isCovered } = props
  const { t } = useTexts()
  const scrollRef = useRef<HTMLDivElement>(null)
  useRowFocus(scrollRef)
  const [held, setHeld] = useState<string[]>()
  const { shown, waiting } = heldOrder(list.records, held)
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => shown[index]?.id ?? index,
    overscan: 8,
  })
  useListKeys({
    rows: isCovered ? [] : shown,
    openUuid,
    listRef,
    showRow: (index) => virtualizer.scrollToIndex(index),
  })
  const { records, isPending, error } = list
  // With a filter, pages without a ticket may come before the first hit.
  const isEmpty = !isPending && !error && records.length === 0 && !list.hasNextPage

  const content = () => {
    if (isPending) return <SkeletonRows />
    if (error && records.length === 0)
      return <ListProblem error={error} onRetry={list.refetch} isRetrying={list.isFetching} />
    if (records.length === 0 && list.hasNextPage) return <SkeletonRows />
    if (records.length === 0) return null
    return (
      <ul
        className={classes.rows}
        style={{ height: virtualizer.getTotalSize() }}
        aria-label={t('tickets.title')}
        onPointerEnter={() => setHeld(records.map(({ id }) => id))}
        onPointerLeave={() => setHeld(undefined)}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const ticket = shown[index]
          if (!ticket) return null
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={classes.item}
              style={{ transform: `translateY(${start}px)` }}
            >
              <TicketRow
                ticket={ticket}
                directory={directory}
                search={search}
                isOpen={ticket.uuid === openUuid}
                actionsOf={actionsOf}
              />
            </li>
          )
        })}
      </ul>
    )
  }
  return (
    <div className={classes.frame}>
      {waiting > 0 && (
        <Button className={classes.arrived} size="compact-xs" radius="xl" onClick={() => setHeld(undefined)}>
          {t('tickets.list.arrived', { count: waiting })}
        </Button>
      )}
      <div ref={scrollRef} className={classes.scroll}>
        {/* Screen readers are told that a tab or a filter has nothing. */}
        <div role="status">
          {isPending && <VisuallyHidden>{t('common.loading')}</VisuallyHidden>}
          {isEmpty && (
            <div className={classes.empty}>
              <EmptyTab search={search} isFiltered={isFiltered} onShowAll={onShowAll} />
            </div>
          )}
        </div>
        {content()}
        <LoadMore list={list} scroller={scrollRef} />
      </div>
    </div>
  )
}
