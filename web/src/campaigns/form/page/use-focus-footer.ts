import { useEffect, useRef } from 'react'

/**
 * Puts the focus on the footer's primary button after a dialog that was opened by another page's button: a new
 * campaign's form is replaced by that of the saved one.
 * @returns the footer's ref
 */
export function useFocusFooter(dialog: string | undefined) {
  const footerRef = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(dialog !== undefined)
  useEffect(() => {
    if (dialog === undefined && wasOpen.current) {
      const frame = requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          footerRef.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
      })
      wasOpen.current = false
      return () => cancelAnimationFrame(frame)
    }
    wasOpen.current = dialog !== undefined
    return undefined
  }, [dialog])
  return footerRef
}
