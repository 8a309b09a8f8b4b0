import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { useEffect, useRef } from 'react'
import { sendFrame } from '../../realtime/socket.ts'
import { type DeskState, dueState, SOONEST_MS } from './desk-state.ts'

/** How often it is looked whether a frame is due (ms). */
const LOOK_EVERY_MS = 1000

/** The ticket on the page, and the last frame about any ticket, in milliseconds since 1970. */
let openTicketId: string | undefined
let lastFrameAt = 0

/** @returns false for a frame so soon after the last that the server would drop it */
function sendState(ticketId: string, state: DeskState | 'left', now: number): boolean {
  if (now - lastFrameAt < SOONEST_MS) return false
  sendFrame({ action: 'desk', ticketId, state })
  lastFrameAt = now
  return true
}

/**
 * Tells colleagues that the user looks at a ticket or answers it, as long as the page is in view.
 * @returns to be called when the user types an answer
 */
export function useDeskPresence({ id: ticketId, status }: Ticket): () => void {
  const typedAt = useRef<number>(null)
  const isLive = status !== 'closed'
  useEffect(() => {
    if (!isLive) return
    openTicketId = ticketId
    let [sentAt, sent]: [number | null, DeskState | null] = [null, null]
    const look = () => {
      const now = Date.now()
      const state = dueState({ typedAt: typedAt.current, sentAt, sent }, now)
      if (!state || document.visibilityState !== 'visible' || !sendState(ticketId, state, now)) return
      sentAt = now
      sent = state
    }
    look()
    const looking = setInterval(look, LOOK_EVERY_MS)
    return () => {
      clearInterval(looking)
      openTicketId = undefined
      // The next ticket's frame is worth more: colleagues forget a user who left by themselves.
      setTimeout(() => openTicketId || sendState(ticketId, 'left', Date.now()))
    }
  }, [ticketId, isLive])
  return () => {
    typedAt.current = Date.now()
  }
}
