import { MESSAGE_MAX_LENGTH } from '@recado/shared/campaigns/contract/campaign'
import { replacedBetween } from '@recado/shared/text'
import type { RefObject } from 'react'

/** Inserts text at the cursor of a text field, and puts the cursor behind it. */
export function useInsertion(
  fieldRef: RefObject<HTMLTextAreaElement | null>,
  onChange: (text: string) => void,
) {
  const replace = (before: string, after: string, keepsSelected: boolean) => {
    const field = fieldRef.current
    if (!field) return
    const { value, selectionStart: start, selectionEnd: end } = field
    const kept = keepsSelected ? value.slice(start, end) : ''
    const text = replacedBetween(value, start, end, before + kept + after)
    if (text.length > MESSAGE_MAX_LENGTH) return
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
