interface Nearness {
  /** The element that scrolls; the window if there is none. */
  scroller: Element | null
  /** How far outside the view an element may be, as a CSS margin. */
  margin: string
}

/**
 * Calls back when an element comes into sight, and at once if it is there already. A busy browser reports several
 * changes together: the last one is the present state.
 * @returns ends the observation
 */
export function whenInSight(
  element: Element,
  { scroller, margin }: Nearness,
  callBack: () => unknown,
): () => void {
  const observer = new IntersectionObserver(
    (changes) => {
      if (changes.at(-1)?.isIntersecting) callBack()
    },
    { root: scroller, rootMargin: margin },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
