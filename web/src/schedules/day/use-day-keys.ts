import { useEffect, useEffectEvent } from 'react'
import { isInDialog } from '../../tickets/keyboard/use-desk-key.ts'

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** Widgets that use the arrow keys themselves. */
const OWN_ARROWS = 'input, textarea, select, [role="tab"], [role="radio"], [role="menuitem"]'

/** The left and right arrow keys move among the days. */
export function useDayKeys(go: (days: number) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, target, defaultPrevented } = event
    const step = STEPS[key]
    const isTaken = target instanceof Element && target.matches(OWN_ARROWS)
    if (!step || altKey || ctrlKey || metaKey || shiftKey || defaultPrevented || isTaken || isInDialog())
      return
    event.preventDefault()
    go(step)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
