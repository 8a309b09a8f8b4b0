import { type RefObject, useEffect, useState } from 'react'

/** A file is loaded when its bubble comes this near to the view (px). */
const DISTANCE = '300px'

/** Whether an element has been in view, or near it. */
export function useShownOnce(ref: RefObject<Element | null>): boolean {
  const [wasShown, setWasShown] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || wasShown) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setWasShown(true)
      },
      { rootMargin: DISTANCE },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, wasShown])
  return wasShown
}
