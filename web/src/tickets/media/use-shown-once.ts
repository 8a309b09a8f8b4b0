import { type RefObject, useEffect, useState } from 'react'
import { whenInSight } from '../../ui/when-in-sight.ts'

/** A file is loaded when its bubble comes this near to the view (px). */
const DISTANCE = '300px'

/** Whether an element has been in view, or near it. */
export function useShownOnce(ref: RefObject<Element | null>): boolean {
  const [wasShown, setWasShown] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || wasShown) return
    return whenInSight(element, { scroller: null, margin: DISTANCE }, () => setWasShown(true))
  }, [ref, wasShown])
  return wasShown
}
