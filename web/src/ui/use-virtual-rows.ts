import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { TOP_BAR_HEIGHT } from './theme/tokens.ts'

/** Renders only the rows near the window. `before` and `after` are the heights of the others, in pixels. */
export function useVirtualRows<E extends HTMLElement>(count: number, estimatedHeight: number) {
  const listRef = useRef<E>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  // The content above the list may grow or go, such as a banner.
  useLayoutEffect(() => {
    const top = listRef.current ? listRef.current.getBoundingClientRect().top + window.scrollY : 0
    setScrollMargin((now) => (Math.abs(now - top) > 1 ? top : now))
  })
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => estimatedHeight,
    overscan: 10,
    scrollMargin,
    scrollPaddingStart: TOP_BAR_HEIGHT,
  })
  const rows = virtualizer.getVirtualItems()
  const first = rows[0]
  const last = rows.at(-1)
  return {
    listRef,
    rows,
    measure: virtualizer.measureElement,
    before: first ? first.start - scrollMargin : 0,
    after: last ? virtualizer.getTotalSize() - (last.end - scrollMargin) : 0,
  }
}
