import { useEffect } from 'react'

const SCHEME = 'data-mantine-color-scheme'

/** Prints the page in the light scheme, whatever the screen shows: paper is white. */
export function useLightPrint(): void {
  useEffect(() => {
    const root = document.documentElement
    let shown: string | null = null
    const lighten = () => {
      shown ??= root.getAttribute(SCHEME)
      root.setAttribute(SCHEME, 'light')
    }
    const restore = () => {
      if (shown) root.setAttribute(SCHEME, shown)
      shown = null
    }
    window.addEventListener('beforeprint', lighten)
    window.addEventListener('afterprint', restore)
    return () => {
      window.removeEventListener('beforeprint', lighten)
      window.removeEventListener('afterprint', restore)
    }
  }, [])
}
