import { type RefCallback, useCallback, useState } from 'react'
import { rootFontSize } from './root-font-size.ts'

interface Width {
  /** The element whose width is measured. */
  ref: RefCallback<HTMLElement>
  /** In pixels at a font size of 16 px: a larger font leaves less space. 0 until the element is there. */
  width: number
}

/**
 * The width of an element. It is measured in the commit that adds the element, so that the first paint knows it: Mantine's
 * `useElementSize` knows it two frames later, and until then a wide table reached out of the page.
 */
export function useWidth(): Width {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const measure = () => setWidth((element.offsetWidth * 16) / rootFontSize())
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  return { ref, width }
}
