import { MESSAGE_MAX_LENGTH } from '@recado/shared/campaigns/campaign'
import { replacedBetween } from '@recado/shared/text'
import type { RefObject } from 'react'

/** Puts something into a text field where the cursor is, and leaves the cursor where one goes on writing. */
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
    // Once the field holds it.
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(from, from + kept.length)
    })
  }
  return {
    /** In place of what is selected. */
    insert: (text: string) => replace(text, '', false),
    /** Around what is selected; around nothing, to be written into. */
    wrap: (mark: string) => replace(mark, mark, true),
  }
}
