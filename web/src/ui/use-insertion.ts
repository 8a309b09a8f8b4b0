import { replacedBetween } from '@recado/shared/text'
import type { RefObject } from 'react'

/**
 * Inserts text at the cursor of a text field, and puts the cursor behind it. A text that would exceed the field's `maxLength` is
 * refused.
 */
export function useInsertion(
  fieldRef: RefObject<HTMLTextAreaElement | null>,
  onChange: (text: string) => void,
) {
  const replace = (before: string, after: string, keepsSelected: boolean) => {
    const field = fieldRef.current
    if (!field) return
    // -1 without a limit.
    const { value, selectionStart: start, selectionEnd: end, maxLength } = field
    const kept = keepsSelected ? value.slice(start, end) : ''
    const text = replacedBetween(value, start, end, before + kept + after)
    if (maxLength >= 0 && text.length > maxLength) return
    onChange(text)
    const from = start + before.length
    // After the field has the new text.
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(from, from + kept.length)
    })
  }
  return {
    /** Replaces the selection. */
    insert: (text: string) => replace(text, '', false),
    /** Puts marks around the selection; without one, the cursor goes between the marks. */
    wrap: (mark: string) => replace(mark, mark, true),
  }
}
