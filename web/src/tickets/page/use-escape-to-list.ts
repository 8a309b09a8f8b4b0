import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { isInDialog } from '../keyboard/use-desk-key.ts'
import type { TicketsSearch } from '../search.ts'

/** Escape leads from a ticket to the list, unless something that is open takes the key. */
export function useEscapeToList(search: TicketsSearch): void {
  const navigate = useNavigate()
  const leave = useEffectEvent(() => navigate({ to: '/tickets', search }))
  useEffect(() => {
    let isTaken = false
    // What the key closes is no longer there when the key comes up to the window.
    const before = () => {
      isTaken = isInDialog()
    }
    const after = ({ key, defaultPrevented, isComposing }: KeyboardEvent) => {
      if (key === 'Escape' && !isTaken && !defaultPrevented && !isComposing) leave()
    }
    addEventListener('keydown', before, { capture: true })
    addEventListener('keydown', after)
    return () => {
      removeEventListener('keydown', before, { capture: true })
      removeEventListener('keydown', after)
    }
  }, [])
}
