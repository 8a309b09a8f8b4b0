import { useEffect, useRef, useState } from 'react'
import { placeInList } from './place-in-list.ts'

/** What had the focus: of an item of a menu the button of the menu, since the item goes with it. */
function focusedNow(): Element | null {
  const focused = document.activeElement
  const menu = focused?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused
}

/**
 * Once a component has gone and nothing else took the focus, it returns to the element that had it before. If that element was
 * removed, like a row that a dialog deleted, the focus goes to the row in its place.
 */
export function useFocusBack(): void {
  const [before] = useState(focusedNow)
  const [focusPlace] = useState(() => before && placeInList(before))
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      // The code that closed the dialog may move the focus on purpose.
      queueMicrotask(() => {
        const isLost = document.activeElement === document.body
        if (isShown.current || !isLost || !(before instanceof HTMLElement)) return
        if (before.isConnected) before.focus()
        else focusPlace?.()
      })
    }
  }, [before, focusPlace])
}
