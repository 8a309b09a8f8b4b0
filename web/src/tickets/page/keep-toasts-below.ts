const BOTTOM = '--ticket-header-bottom'

/**
 * Tells the style sheet where the header of the open ticket ends, as the ref of the header: on a phone toasts stand below it, and
 * cover none of its actions.
 * @returns ends that
 */
export function keepToastsBelow(header: HTMLElement | null): (() => void) | undefined {
  if (!header) return undefined
  const { style } = document.documentElement
  const place = () => style.setProperty(BOTTOM, `${header.getBoundingClientRect().bottom}px`)
  const sizes = new ResizeObserver(place)
  sizes.observe(header)
  // A bar above the page moves the header, and makes the pane around it lower.
  if (header.parentElement) sizes.observe(header.parentElement)
  return () => {
    sizes.disconnect()
    style.removeProperty(BOTTOM)
  }
}
