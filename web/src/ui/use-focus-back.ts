import { useEffect, useRef, useState } from 'react'
import { placeInList } from './place-in-list.ts'

/** What had the focus: of an item of a menu the button of the menu, since the item goes with it. */
function focusedNow(): Element | null {
  const focused = document.activeElement
  const menu = focused?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused
}

/**
 * Gives the focus back to what had it before a component, once the component has gone and nothing else took it. If that was
 * removed meanwhile, as the row that a dialog deleted, its place gets the focus.
 */
export function useFocusBack(): void {
  const [before] = useState(focusedNow)
  const [focusPlace] = useState(() => before && placeInList(before))
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      // Who closed the dialog may move the focus on purpose.
      queueMicrotask(() => {
        const isLost = document.activeElement === document.body
        if (isShown.current || !isLost || !(before instanceof HTMLElement)) return
        if (before.isConnected) before.focus()
        else focusPlace?.()
      })
    }
  }, [before, focusPlace])
}
