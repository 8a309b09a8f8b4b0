import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Moves } from './use-moves.ts'

/** A mouse that moves further drags, and does not click (px). */
const MOVED_PX = 6
/** A finger that rests this long drags, and does not scroll (ms). A finger that moves before scrolls (px). */
const PRESS_MS = 350
const SCROLLED_PX = 10
/** So near the edge the board scrolls by itself (px), and so far in each step (px, ms). */
const EDGE_PX = 48
const SCROLL_PX = 8
const SCROLL_EVERY_MS = 16

interface Grip {
  ticket: Ticket
  isTouch: boolean
  /** Where it went down, and where it is. */
  x: number
  y: number
  at: { x: number; y: number }
  isDragging: boolean
  hasMoved: boolean
  /** Escape has put the card back. The pointer does nothing more until it goes up. */
  isOver?: boolean
  timer?: ReturnType<typeof setTimeout>
}

/**
 * Moves cards with the pointer. The cards have no order of their own, so a card is dropped on a column, anywhere.
 * @param ghostRef what follows the pointer
 * @returns takes the pointer that goes down on a card
 */
export function useCardDrag(
  { lifted, lift, hover, move, cancel }: Moves,
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
    if (!held || held.isOver) return
    const { clientX: x, clientY: y } = event
    held.at = { x, y }
    const moved = Math.hypot(x - held.x, y - held.y)
    held.hasMoved ||= moved > MOVED_PX
    if (!held.isDragging && held.isTouch && moved > SCROLLED_PX) return end()
    if (!held.isDragging && !held.isTouch && moved > MOVED_PX) begin(held)
    if (!held.isDragging) return
    ghostRef.current?.style.setProperty('transform', `translate(${x + 12}px, ${y + 8}px)`)
    hover(stageAt(x, y))
  })
  const scroll = useEffectEvent(() => {
    const { at, isDragging } = grip.current ?? {}
    if (at && isDragging && scrollNearEdge(boardRef.current, at.x)) hover(stageAt(at.x, at.y))
  })
  const onUp = useEffectEvent((event: globalThis.PointerEvent) => {
    const held = grip.current
    end()
    if (!held?.isDragging) return
    swallowClick()
    if (held.isOver) return
    const over = stageAt(event.clientX, event.clientY)
    // On a phone the other columns may have appeared under the finger.
    if (over === undefined || !held.hasMoved) cancel()
    else move(held.ticket, over)
  })
  const putBack = () => {
    if (grip.current?.isDragging && !grip.current.isOver) cancel()
  }
  const onGone = useEffectEvent(() => {
    putBack()
    end()
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !grip.current?.isDragging) return
    putBack()
    grip.current.isOver = true
  })
  /** A pointer that drags selects no text. */
  const selectNothing = useEffectEvent((event: Event) => {
    if (grip.current) event.preventDefault()
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
    document.addEventListener('selectstart', selectNothing, options)
    board?.addEventListener('touchmove', keepStill, { ...options, passive: false })
    board?.addEventListener('contextmenu', keepStill, options)
    return () => {
      listened.abort()
      clearTimeout(grip.current?.timer)
    }
  }, [boardRef])
  const isDragging = lifted?.by === 'pointer'
  useEffect(() => {
    if (!isDragging) return
    // A finger that rests at the edge gives no events.
    const timer = setInterval(scroll, SCROLL_EVERY_MS)
    return () => clearInterval(timer)
  }, [isDragging])

  return ({ button, pointerType, clientX: x, clientY: y }: PointerEvent<HTMLElement>, ticket: Ticket) => {
    end()
    if (button !== 0) return
    const isTouch = pointerType === 'touch'
    const held: Grip = { ticket, isTouch, x, y, at: { x, y }, isDragging: false, hasMoved: false }
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

/** @returns whether the board scrolled */
function scrollNearEdge(board: HTMLElement | null, x: number): boolean {
  if (!board) return false
  const { left, right } = board.getBoundingClientRect()
  const by = x < left + EDGE_PX ? -SCROLL_PX : x > right - EDGE_PX ? SCROLL_PX : 0
  if (by !== 0) board.scrollBy({ left: by })
  return by !== 0
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
