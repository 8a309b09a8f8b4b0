import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { type RefObject, useEffect, useRef } from 'react'
import { isReader } from '../actions/may-mark-unread.ts'
import { useReadTicket } from '../mutations.ts'
import { leastReadSeq } from './opening.ts'

interface Reading {
  ticket: Ticket
  me: string
  /** Changes with the shown messages. */
  shown: unknown
  /** Whether no unread message is older than the loaded ones. */
  isWhole: boolean
  /** Is raised to the last of the customer's messages that was in view in a visible tab. */
  seenSeq: RefObject<number>
}

/**
 * Notes which of the customer's messages were in view in a visible tab, and marks them as read. They are marked only for
 * the attendant, and in groups: a look at a colleague's ticket marks nothing.
 */
export function useReading(
  ref: RefObject<HTMLElement | null>,
  { ticket, me, shown, isWhole, seenSeq }: Reading,
): void {
  const { mutate } = useReadTicket()
  // Starts at the read messages: a ticket that is marked as unread while it is open stays unread.
  const asked = useRef(ticket.readSeq)
  const { id: ticketId, unread } = ticket
  const least = leastReadSeq(isWhole, ticket.inboundSeq)
  const marks = isReader(ticket, me) && unread > 0

  // New messages have to be observed too, hence the shown ones.
  useEffect(() => {
    const list = ref.current
    if (!list) return
    const inView = new Set<number>()
    const read = () => {
      const seq = Math.max(0, ...inView)
      if (document.visibilityState !== 'visible' || seq < least) return
      seenSeq.current = Math.max(seenSeq.current, seq)
      if (!marks || seq <= asked.current) return
      const before = asked.current
      asked.current = seq
      mutate({ ticketId, seq }, { onError: () => (asked.current = before) })
    }
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const seq = seqOf(target)
          if (isIntersecting) inView.add(seq)
          else inView.delete(seq)
        }
        read()
      },
      { root: list },
    )
    // What was seen already needs no second look, unless it is marked now.
    const from = marks ? 0 : seenSeq.current
    for (const message of list.querySelectorAll(`[data-seq][data-ticket="${CSS.escape(ticketId)}"]`))
      if (seqOf(message) > from) observer.observe(message)
    document.addEventListener('visibilitychange', read)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', read)
    }
  }, [ref, ticketId, marks, mutate, shown, least, seenSeq])
}

const seqOf = (message: Element): number => Number(message.getAttribute('data-seq'))
