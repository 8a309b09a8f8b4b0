import { useDisclosure } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useEscape } from '../ui/use-escape.ts'
import { useIsPhone } from '../ui/use-is-phone.ts'

/** The id of the page's content, which the skip link leads to. */
export const CONTENT_ID = 'content'

/**
 * The menu of a phone, or of a window enlarged to that width. It covers the page while it is open, and stands beside the screen
 * while it is closed: keys and screen readers reach one of the two.
 */
export function usePhoneMenu() {
  const [isOpen, { close, toggle }] = useDisclosure()
  const isPhone = useIsPhone()
  const pathname = useLocation({ select: (location) => location.pathname })
  const toggleRef = useRef<HTMLButtonElement>(null)
  const isOver = isPhone && isOpen
  useEffect(close, [pathname])
  useEscape(isOver, () => {
    close()
    toggleRef.current?.focus()
  })
  const wasOver = useRef(false)
  useEffect(() => {
    // A link of the menu had the focus, and the menu is gone.
    if (wasOver.current && !isOver && document.activeElement !== toggleRef.current)
      document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
    wasOver.current = isOver
  }, [isOver])
  return { pathname, isOpen, toggle, toggleRef, isMenuAway: isPhone && !isOpen, isPageAway: isOver }
}
