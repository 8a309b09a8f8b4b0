import { useSyncExternalStore } from 'react'
import { session } from '../../api/session.ts'
import { useUser } from '../../session/use-session.ts'
import { listeners } from '../../ui/listeners.ts'

/** Unsent notes, by user and contact. */
const notes = new Map<string, string>()
const { tell, subscribe } = listeners()

session.onChange((reason) => {
  if (!reason) return
  notes.clear()
  tell()
})

/**
 * The user's unsent note about a contact. It is kept until the session ends: the panel that it is written in may close.
 * It is personal data, so no storage of the browser holds it.
 */
export function useUnsentNote(contactId: string) {
  const { id: me } = useUser()
  const key = `${me} ${contactId}`
  const text = useSyncExternalStore(subscribe, () => notes.get(key) ?? '')
  const write = (next: string) => {
    if (next) notes.set(key, next)
    else notes.delete(key)
    tell()
  }
  /** Empties the note, unless the user has typed more since. */
  const noteSaved = (saved: string) => {
    if (notes.get(key) === saved) write('')
  }
  return { text, write, noteSaved }
}
