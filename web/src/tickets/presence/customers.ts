import { useSyncExternalStore } from 'react'
import { listeners } from '../../ui/listeners.ts'

/** What a customer does in their conversation, as a live event says. */
interface CustomerPresence {
  /** The ticket's id. */
  id: string
  customer: 'typing' | 'paused'
}

/** Time without an event after which a customer has stopped typing (part 4 §10), in milliseconds. */
const SHOWN_MS = 8000

/** The tickets whose customers are typing, with what forgets them. */
const typing = new Map<string, ReturnType<typeof setTimeout>>()
const { tell, subscribe } = listeners()

/** Notes that a customer types, or has stopped. It is forgotten by itself. */
export function noteCustomer({ id, customer }: CustomerPresence): void {
  const known = typing.get(id)
  clearTimeout(known)
  typing.delete(id)
  if (customer === 'typing')
    typing.set(
      id,
      setTimeout(() => noteCustomer({ id, customer: 'paused' }), SHOWN_MS),
    )
  if ((known !== undefined) !== (customer === 'typing')) tell()
}

/** Whether the customer of a ticket is typing now. */
export const isCustomerTyping = (ticketId: string): boolean => typing.has(ticketId)

export const useIsCustomerTyping = (ticketId: string): boolean =>
  useSyncExternalStore(subscribe, () => isCustomerTyping(ticketId))
