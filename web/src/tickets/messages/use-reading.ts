import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { type RefObject, useEffect, useRef } from 'react'
import { useReadTicket } from '../mutations.ts'

/**
 * Marks the customer's messages as read that are in view in a visible tab. Only for the attendant, and in groups: a
 * look at a colleague's ticket marks nothing.
 * @param shown changes with the shown messages
 */
export function useReading(ref: RefObject<HTMLElement | null>, ticket: Ticket, me: string, shown: unknown) {
  const { mutate } = useReadTicket()
  const asked = useRef(0)
  const { id: ticketId, unread, isGroup, status, userId } = ticket
  const mayRead = isGroup || (status === 'open' && userId === me)

  // New messages have to be observed too, hence the shown ones.
  useEffect(() => {
    const list = ref.current
    if (!list || !mayRead || unread === 0) return
    const inView = new Set<number>()
    const read = () => {
      const seq = Math.max(0, ...inView)
      if (document.visibilityState !== 'visible' || seq <= asked.current) return
      const before = asked.current
      asked.current = seq
      mutate({ ticketId, seq }, { onError: () => (asked.current = before) })
    }
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const seq = Number(target.getAttribute('data-seq'))
          if (isIntersecting) inView.add(seq)
          else inView.delete(seq)
        }
        read()
      },
      { root: list },
    )
    for (const message of list.querySelectorAll(`[data-seq][data-ticket="${CSS.escape(ticketId)}"]`))
      observer.observe(message)
    document.addEventListener('visibilitychange', read)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', read)
    }
  }, [ref, ticketId, mayRead, unread, mutate, shown])
}
