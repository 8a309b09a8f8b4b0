import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Moves } from './use-moves.ts'

/** A mouse that moves further drags, and does not click (px). */
const MOVED_PX = 6
/** A finger that rests this long drags, and does not scroll (ms). A finger that moves before scrolls (px). */
const PRESS_MS = 350
const SCROLLED_PX = 10
/** Near the edge the board scrolls by itself (px). */
const EDGE_PX = 48
const SCROLL_PX = 14

interface Grip {
  ticket: Ticket
  isTouch: boolean
  x: number
  y: number
  isDragging: boolean
  timer?: ReturnType<typeof setTimeout>
}

/**
 * Moves cards with the pointer. The cards have no order of their own, so a card is dropped on a column, anywhere.
 * @param ghostRef what follows the pointer
 * @returns takes the pointer that goes down on a card
 */
export function useCardDrag(
  { lift, hover, move, cancel }: Moves,
  boardRef: RefObject<HTMLElement | null>,
  ghostRef: RefObject<HTMLElement | null>,
) {
  const grip = useRef<Grip>(undefined)

  const begin = (held: Grip) => {
    held.isDragging = true
    lift(held.ticket, 'pointer')
  }
  const end = () => {
    clearTimeout(grip.current?.timer)
    grip.current = undefined
  }
  const onMove = useEffectEvent((event: globalThis.PointerEvent) => {
    const held = grip.current
    if (!held) return
    const { clientX: x, clientY: y } = event
    const moved = Math.hypot(x - held.x, y - held.y)
    if (!held.isDragging && held.isTouch && moved > SCROLLED_PX) return end()
    if (!held.isDragging && !held.isTouch && moved > MOVED_PX) begin(held)
    if (!held.isDragging) return
    ghostRef.current?.style.setProperty('transform', `translate(${x + 12}px, ${y + 8}px)`)
    scrollNearEdge(boardRef.current, x)
    hover(stageAt(x, y))
  })
  const onUp = useEffectEvent((event: globalThis.PointerEvent) => {
    const held = grip.current
    end()
    if (!held?.isDragging) return
    swallowClick()
    const over = stageAt(event.clientX, event.clientY)
    if (over === undefined) cancel()
    else move(held.ticket, over)
  })
  const onGone = useEffectEvent(() => {
    if (grip.current?.isDragging) cancel()
    end()
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && grip.current?.isDragging) onGone()
  })
  /** A finger that drags does not scroll, nor open the menu of a link. */
  const keepStill = useEffectEvent((event: Event) => {
    if (grip.current?.isDragging || (event.type === 'contextmenu' && grip.current?.isTouch))
      event.preventDefault()
  })
  useEffect(() => {
    const board = boardRef.current
    const listened = new AbortController()
    const options = { signal: listened.signal }
    window.addEventListener('pointermove', onMove, options)
    window.addEventListener('pointerup', onUp, options)
    window.addEventListener('pointercancel', onGone, options)
    window.addEventListener('blur', onGone, options)
    window.addEventListener('keydown', onKey, options)
    board?.addEventListener('touchmove', keepStill, { ...options, passive: false })
    board?.addEventListener('contextmenu', keepStill, options)
    return () => {
      listened.abort()
      clearTimeout(grip.current?.timer)
    }
  }, [boardRef])

  return ({ button, pointerType, clientX: x, clientY: y }: PointerEvent<HTMLElement>, ticket: Ticket) => {
    end()
    if (button !== 0) return
    const held: Grip = { ticket, isTouch: pointerType === 'touch', x, y, isDragging: false }
    if (held.isTouch) held.timer = setTimeout(() => begin(held), PRESS_MS)
    grip.current = held
  }
}

/** The column under the pointer; undefined outside of all. */
function stageAt(x: number, y: number): string | null | undefined {
  const column = document.elementFromPoint(x, y)?.closest('[data-stage]')
  const stage = column?.getAttribute('data-stage')
  return stage === undefined ? undefined : stage || null
}

function scrollNearEdge(board: HTMLElement | null, x: number): void {
  if (!board) return
  const { left, right } = board.getBoundingClientRect()
  if (x < left + EDGE_PX) board.scrollBy({ left: -SCROLL_PX })
  if (x > right - EDGE_PX) board.scrollBy({ left: SCROLL_PX })
}

/** The browser clicks the card that was dropped; that opens no ticket. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
}
