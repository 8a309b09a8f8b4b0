import type { KeyboardEvent } from 'react'

/** A pressed key, as much as the rule needs of its event. */
interface PressedKey {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  /** An input method is composing, and Enter accepts its word. */
  isComposing: boolean
}

/**
 * The Enter key of a field for messages: it submits the message, and with Shift it writes a new line.
 *
 * On-screen keyboards cannot hold Shift with Enter, so on touch screens Enter alone writes a new line. The button beside the field
 * submits there, and so does Ctrl or Command with Enter on a keyboard that is attached.
 */
export function enterKey(onSubmit: () => void) {
  // The primary pointer decides. iOS may report a fine `any-pointer`, although the user types with fingers.
  const isTouch = matchMedia('(pointer: coarse)').matches
  const enterKeyHint: 'enter' | 'send' = isTouch ? 'enter' : 'send'
  return {
    /** The name of the key on an on-screen keyboard. */
    enterKeyHint,
    onEnter: (event: KeyboardEvent) => {
      const { key, shiftKey, ctrlKey, metaKey } = event
      const { isComposing } = event.nativeEvent
      if (!submitsMessage({ key, shiftKey, ctrlKey, metaKey, isComposing }, isTouch)) return
      event.preventDefault()
      onSubmit()
    },
  }
}

/** Whether a key submits the message of the field that has the focus. */
export function submitsMessage(pressed: PressedKey, isTouch: boolean): boolean {
  if (pressed.key !== 'Enter' || pressed.shiftKey || pressed.isComposing) return false
  return !isTouch || pressed.ctrlKey || pressed.metaKey
}
