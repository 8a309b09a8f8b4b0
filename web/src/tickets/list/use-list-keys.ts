import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { type RefObject, useEffect, useEffectEvent } from 'react'

interface ListKeys {
  rows: readonly Ticket[]
  openUuid: string | undefined
  listRef: RefObject<HTMLElement | null>
  /** Renders a row that is out of view. */
  showRow: (index: number) => void
}

/** J and K, and Alt with the arrows, move the focus among the rows; Enter follows the link that has it. */
export function useListKeys({ rows, openUuid, listRef, showRow }: ListKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = stepOf(event)
    if (step === 0 || isInDialog()) return
    event.preventDefault()
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
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

function stepOf({ key, altKey, ctrlKey, metaKey, target }: KeyboardEvent): number {
  if (ctrlKey || metaKey) return 0
  if (altKey) return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (isTyping(target)) return 0
  return key === 'j' || key === 'J' ? 1 : key === 'k' || key === 'K' ? -1 : 0
}

/** Single letters belong to a field that has the focus. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** An open dialog or menu has the keys. */
export const isInDialog = (): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some((each) =>
    each.checkVisibility(),
  )
