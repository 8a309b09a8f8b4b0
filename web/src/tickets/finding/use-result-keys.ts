import { type KeyboardEvent, useRef } from 'react'

/** Arrows move among the results of a search, and from the first one back to the field. Enter follows a link by itself. */
export function useResultKeys(toField: () => void) {
  const boxRef = useRef<HTMLDivElement>(null)
  const results = () => [...(boxRef.current?.querySelectorAll<HTMLElement>('[data-result]') ?? [])]
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || event.altKey) return
    event.preventDefault()
    const all = results()
    const from = all.findIndex((result) => result.contains(document.activeElement))
    if (from + step < 0) toField()
    else all[from + step]?.focus()
  }
  return {
    boxRef,
    onKeyDown,
    focusFirst: () => results()[0]?.focus(),
    openFirst: () => results()[0]?.click(),
  }
}
