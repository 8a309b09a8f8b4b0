interface Nearness {
  /** The element that scrolls; the window if there is none. */
  scroller: Element | null
  /** How far outside the view an element may be, as a CSS margin. */
  margin: string
  /** How long it must stay in sight, in milliseconds; at once without. */
  delayMs?: number | undefined
}

/**
 * Calls back when an element comes into sight, or if it is there already. A busy browser reports several
 * changes together: the last one is the present state.
 * @returns ends the observation
 */
export function whenInSight(
  element: Element,
  { scroller, margin, delayMs }: Nearness,
  callBack: () => unknown,
): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const observer = new IntersectionObserver(
    (changes) => {
      clearTimeout(waiting)
      if (!changes.at(-1)?.isIntersecting) return
      if (delayMs) waiting = setTimeout(callBack, delayMs)
      else callBack()
    },
    { root: scroller, rootMargin: margin },
  )
  observer.observe(element)
  return () => {
    clearTimeout(waiting)
    observer.disconnect()
  }
}
