import { useEffect, useEffectEvent } from 'react'
import { isInDialog, isTyping } from '../list/use-list-keys.ts'

/** The key N begins a note, unless a field, a dialog or a menu has the keys. */
export function useNoteKey(onNote: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, target } = event
    if (key.toLowerCase() !== 'n' || altKey || ctrlKey || metaKey) return
    if (isTyping(target) || isInDialog()) return
    event.preventDefault()
    onNote()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
