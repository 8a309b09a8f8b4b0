import { useEffect, useEffectEvent } from 'react'

/** Close functions of the open dialogs, the topmost last. */
const open: (() => void)[] = []

/** Whether an open select or menu inside a dialog handles Escape itself. It marks its target. */
const isTakenBy = (target: EventTarget | null): boolean =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'

function closeTopmost(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !event.isComposing && !isTakenBy(event.target)) open.at(-1)?.()
}

/** Makes Escape close only the topmost open dialog. */
export function useEscape(opened: boolean, onEscape: () => void): void {
  const close = useEffectEvent(onEscape)
  useEffect(() => {
    if (!opened) return
    const entry = () => close()
    // One listener for all dialogs. With one each, a dialog that opens or closes by the key would pass the key to
    // another.
    if (open.length === 0) addEventListener('keydown', closeTopmost, { capture: true })
    open.push(entry)
    return () => {
      open.splice(open.indexOf(entry), 1)
      if (open.length === 0) removeEventListener('keydown', closeTopmost, { capture: true })
    }
  }, [opened])
}
