import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

interface TypedSearch<T> {
  /** The search in the URL. */
  value: T
  /** The search for a typed text. */
  searchedIn: (text: string) => T
  onSearch: (searched: T) => void
  /** Pause after the last key (ms). */
  debounceMs: number
}

/** The text of a search field, and how it changes: `type` searches after a pause, `clear` at once. */
export function useTypedSearch<T extends string | undefined>(search: TypedSearch<T>) {
  const { value, searchedIn, onSearch, debounceMs } = search
  const [typed, setTyped] = useState<string>(value ?? '')
  const asked = useRef(value)
  const ask = (text: string) => {
    asked.current = searchedIn(text)
    onSearch(asked.current)
  }
  const askLater = useDebouncedCallback(ask, debounceMs)
  // The browser's back button changes the search from outside. The field's own last search may be older than its text.
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setTyped(value ?? '')
  }, [value])
  return {
    typed,
    type: (text: string) => {
      setTyped(text)
      askLater(text)
    },
    clear: () => {
      setTyped('')
      askLater.cancel()
      ask('')
    },
  }
}
