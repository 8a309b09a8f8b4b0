import { useSyncExternalStore } from 'react'
import { listeners } from '../../ui/listeners.ts'

/** What a colleague does with a ticket, as a live event says. */
interface DeskPresence {
  /** The ticket's id. */
  id: string
  user: { id: string; name: string }
  state: 'viewing' | 'typing' | 'left'
}

/** A colleague at a ticket. */
export interface Colleague {
  id: string
  name: string
  state: 'viewing' | 'typing'
}

/** A colleague who sends nothing for this long has left (part 4 §10), in milliseconds. */
const SHOWN_MS = 8000

const NOBODY: readonly Colleague[] = []
const byTicket = new Map<string, readonly Colleague[]>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const { tell, subscribe } = listeners()

/** Notes what a colleague does with a ticket. It is forgotten by itself. */
export function noteColleague({ id: ticketId, user, state }: DeskPresence): void {
  const place = `${ticketId}#${user.id}`
  clearTimeout(timers.get(place))
  timers.delete(place)
  const others = (byTicket.get(ticketId) ?? NOBODY).filter(({ id }) => id !== user.id)
  setColleagues(ticketId, state === 'left' ? others : [...others, { ...user, state }])
  if (state === 'left') return
  const leave = () => noteColleague({ id: ticketId, user, state: 'left' })
  timers.set(place, setTimeout(leave, SHOWN_MS))
}

function setColleagues(ticketId: string, colleagues: readonly Colleague[]): void {
  if (colleagues.length > 0) byTicket.set(ticketId, colleagues)
  else byTicket.delete(ticketId)
  tell()
}

/** The colleagues who look at a ticket or answer it now. */
export const colleaguesAt = (ticketId: string): readonly Colleague[] => byTicket.get(ticketId) ?? NOBODY

export const useColleagues = (ticketId: string): readonly Colleague[] =>
  useSyncExternalStore(subscribe, () => colleaguesAt(ticketId))
