import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes files that are dropped over the conversation around an element.
 * @returns the conversation's box while files are over it
 */
export function useFileDrop(
  ref: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  onFiles: (files: File[]) => void,
): DOMRect | undefined {
  const [box, setBox] = useState<DOMRect>()
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const area = ref.current?.parentElement
    if (!area || !isEnabled) return
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setBox(area.getBoundingClientRect())
    }
    const leave = (event: DragEvent) => {
      const isInside = event.relatedTarget instanceof Node && area.contains(event.relatedTarget)
      if (!isInside) setBox(undefined)
    }
    const drop = (event: DragEvent) => {
      setBox(undefined)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      take(files)
    }
    area.addEventListener('dragover', over)
    area.addEventListener('dragleave', leave)
    area.addEventListener('drop', drop)
    return () => {
      area.removeEventListener('dragover', over)
      area.removeEventListener('dragleave', leave)
      area.removeEventListener('drop', drop)
    }
  }, [ref, isEnabled])
  return box
}
