import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

/**
 * Tells screen readers which command of the quick search the arrow keys have chosen. The focus stays in the field, and Mantine
 * only marks the command.
 */
export function ChosenCommand() {
  const ref = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState('')
  useEffect(() => {
    const dialog = ref.current?.closest('[role=dialog]')
    if (!dialog) return
    const read = () => setWords(dialog.querySelector('[data-selected]')?.textContent ?? '')
    const observer = new MutationObserver(read)
    observer.observe(dialog, { subtree: true, attributes: true, attributeFilter: ['data-selected'] })
    return () => observer.disconnect()
  }, [])
  return (
    <VisuallyHidden ref={ref} role="status">
      {words}
    </VisuallyHidden>
  )
}
