import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import type { RefObject } from 'react'
import { useDeskKey } from '../keyboard/use-desk-key.ts'

interface ListKeys {
  rows: readonly Ticket[]
  openUuid: string | undefined
  listRef: RefObject<HTMLElement | null>
  /** Renders a row that is out of view. */
  showRow: (index: number) => void
}

/** Keys move the focus among the rows; Enter follows the link that has it. */
export function useListKeys({ rows, openUuid, listRef, showRow }: ListKeys): void {
  const move = (step: number) => {
    const focused = document.activeElement?.closest('[data-ticket-row]')?.getAttribute('data-ticket-row')
    const from = rows.findIndex(({ id, uuid }) => (focused ? id === focused : uuid === openUuid))
    const index = Math.min(Math.max(from + step, 0), rows.length - 1)
    const next = rows[index]
    if (!next) return
    showRow(index)
    // The row may have to be rendered first.
    requestAnimationFrame(() =>
      listRef.current
        ?.querySelector<HTMLElement>(`[data-ticket-row="${CSS.escape(next.id)}"] a`)
        ?.focus({ preventScroll: true }),
    )
  }
  useDeskKey('down', () => move(1))
  useDeskKey('up', () => move(-1))
}
