import { useEffect, useEffectEvent } from 'react'

/** What closes each open dialog, the topmost last. */
const open: (() => void)[] = []

/** A select or menu that is open within a dialog marks its target: then Escape is its own. */
const isTakenBy = (target: EventTarget | null): boolean =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'

function closeTopmost(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !event.isComposing && !isTakenBy(event.target)) open.at(-1)?.()
}

/** Escape closes the topmost open dialog, and no other one. */
export function useEscape(opened: boolean, onEscape: () => void): void {
  const close = useEffectEvent(onEscape)
  useEffect(() => {
    if (!opened) return
    const entry = () => close()
    // One listener for all dialogs: with one each, a dialog that opens or closes by the key hands it on to another.
    if (open.length === 0) addEventListener('keydown', closeTopmost, { capture: true })
    open.push(entry)
    return () => {
      open.splice(open.indexOf(entry), 1)
      if (open.length === 0) removeEventListener('keydown', closeTopmost, { capture: true })
    }
  }, [opened])
}
