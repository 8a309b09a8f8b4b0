import { replacedBetween } from '@recado/shared/text'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { typedWord } from './typed-word.ts'

interface Suggesting<T> {
  /** The sign that opens the list, such as `/`. */
  sign: string
  isEnabled: boolean
  text: string
  onText: (text: string) => void
  fieldRef: RefObject<HTMLTextAreaElement | null>
  /** The suggestions for what was typed behind the sign, in lower case. */
  find: (query: string) => readonly T[]
  /** The text that replaces the sign and what was typed behind it. */
  insertionOf: (item: T) => string
  onInserted?: (item: T) => void
  /** Whether the user is told that nothing was found. */
  tellsNone?: boolean
}

/** A list of suggestions that opens while a user types a word with a sign. The field keeps the focus. */
export function useSuggestions<T>(props: Suggesting<T>) {
  const { sign, isEnabled, text, onText, fieldRef, find, insertionOf, onInserted, tellsNone = false } = props
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const [chosen, setChosen] = useState(0)
  const [closedAt, setClosedAt] = useState<number>()
  const word = isEnabled ? typedWord(text, caret, sign) : undefined
  const isAsked = word !== undefined && word.start !== closedAt
  const items = isAsked ? find(word.query) : []
  const isOpen = items.length > 0
  const isNone = isAsked && !isOpen && tellsNone
  const active = Math.min(chosen, items.length - 1)

  /** Looks where the cursor is. A word that the user has left may open the list again. */
  const look = () => {
    const field = fieldRef.current
    if (!field) return
    const at = field.selectionStart === field.selectionEnd ? field.selectionEnd : 0
    if (at !== caret) setChosen(0)
    setCaret(at)
    if (!typedWord(field.value, at, sign)) setClosedAt(undefined)
  }
  const insert = (item: T | undefined) => {
    if (!item || !word) return
    const insertion = insertionOf(item)
    onText(replacedBetween(text, word.start, caret, insertion))
    onInserted?.(item)
    const behind = word.start + insertion.length
    setCaret(behind)
    setChosen(0)
    // After the field has the new text.
    requestAnimationFrame(() => {
      fieldRef.current?.focus()
      fieldRef.current?.setSelectionRange(behind, behind)
    })
  }
  /** @returns whether the list took the key */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if ((!isOpen && !isNone) || event.nativeEvent.isComposing) return false
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Escape') setClosedAt(word?.start)
    else if (isNone) return false
    else if (step !== 0) setChosen((active + step + items.length) % items.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) insert(items[active])
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const optionId = (index: number) => `${listId}-${index}`
  return {
    isOpen,
    /** The list is closed, and says that nothing was found. */
    isNone,
    items,
    active,
    listId,
    optionId,
    insert,
    onKeyDown,
    look,
    /** For the text field, while the list is open. HTML allows no role `combobox` on a field of several lines. */
    fieldProps: isOpen
      ? ({
          'aria-controls': listId,
          'aria-autocomplete': 'list',
          'aria-activedescendant': optionId(active),
        } as const)
      : {},
  }
}

export type Suggestions<T> = ReturnType<typeof useSuggestions<T>>
