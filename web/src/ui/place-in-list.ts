/** What a row offers to the keyboard. */
const REACHABLE = 'a[href], button:not(:disabled)'

/**
 * Remembers where an element stands, in case its row is removed while it has the focus.
 * @returns focuses the row that takes the place of its own one; if the list is empty, what holds the list
 */
export function placeInList(element: Element): () => void {
  const row = element.closest('[data-index]') ?? element.closest('tr, li')
  const rows = row ? neighboursOf(row) : []
  const holders = holdersOf(element)
  return () => {
    const reachable = rows.flatMap(
      (each) => (each.isConnected && each.querySelector<HTMLElement>(REACHABLE)) || [],
    )
    const holder = holders.find((each) => each.isConnected && each.hasAttribute('tabindex'))
    const next = reachable[0] ?? holder
    next?.focus({ preventScroll: true })
  }
}

/** The rows below, and then those above, the nearest first. */
function neighboursOf(row: Element): Element[] {
  const all = [...(row.parentElement?.children ?? [])]
  const at = all.indexOf(row)
  const above = all.filter((_, index) => index < at)
  return [...all.slice(at + 1), ...above.reverse()]
}

function holdersOf(element: Element): HTMLElement[] {
  const holder = element.parentElement
  return holder ? [holder, ...holdersOf(holder)] : []
}
