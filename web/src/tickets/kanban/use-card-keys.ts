import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import type { KeyboardEvent } from 'react'
import type { Stage } from './stage.ts'
import type { Moves } from './use-moves.ts'

/**
 * The keys of a card. Space picks it up, the arrow keys choose the column, Space drops it and Escape leaves it where it is.
 * While nothing is picked up, the arrow keys go from card to card.
 */
export function useCardKeys({ lifted, lift, step, move, cancel }: Moves, stages: readonly Stage[]) {
  return (event: KeyboardEvent<HTMLElement>, ticket: Ticket) => {
    const { key } = event
    const isLifted = lifted?.by === 'keys' && lifted.ticket.id === ticket.id
    if (key === ' ' || (isLifted && key === 'Enter')) {
      event.preventDefault()
      if (!isLifted) return lift(ticket, 'keys')
      return move(ticket, lifted.over ?? null)
    }
    if (isLifted && key === 'Escape') {
      event.preventDefault()
      return cancel()
    }
    if (!key.startsWith('Arrow') || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (!isLifted) return focusNext(event.currentTarget, key)
    const by = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
    const next = stages[stages.findIndex(({ id }) => id === lifted.over) + by]
    if (by && next) step(next.id)
  }
}

/** The next card of the column, or the card at the same height in the next column that has one. */
function focusNext(card: HTMLElement, key: string): void {
  const column = card.closest('[data-stage]')
  if (!column) return
  const cards = cardsOf(column)
  const at = cards.indexOf(card)
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    cards[at + (key === 'ArrowUp' ? -1 : 1)]?.focus()
    return
  }
  const columns = [...(column.parentElement?.querySelectorAll('[data-stage]') ?? [])]
  const onwards = key === 'ArrowLeft' ? columns.toReversed() : columns
  const found = onwards
    .slice(onwards.indexOf(column) + 1)
    .map(cardsOf)
    .find((others) => others.length > 0)
  if (found) (found[at] ?? found.at(-1))?.focus()
}

const cardsOf = (column: Element): HTMLElement[] => [...column.querySelectorAll<HTMLElement>('[data-card]')]
