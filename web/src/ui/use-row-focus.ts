import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { placeInList } from './place-in-list.ts'

/** Hands the focus of a removed row to the row that takes its place, so that the keyboard does not begin at the page's top. */
export function useRowFocus(listRef: RefObject<HTMLElement | null>): void {
  const focused = useRef<{ element: Element; focusPlace: () => void }>(undefined)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      if (listRef.current?.contains(target))
        focused.current = { element: target, focusPlace: placeInList(target) }
      // A dialog or a menu that a row opened gives the focus back.
      else if (!target.closest('[role=dialog], [role=menu]')) focused.current = undefined
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [listRef])
  useLayoutEffect(() => {
    if (!focused.current || focused.current.element.isConnected) return
    if (document.activeElement !== document.body) return
    const { focusPlace } = focused.current
    focused.current = undefined
    focusPlace()
  })
}
