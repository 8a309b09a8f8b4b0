import { vi } from 'vitest'

/** Stands in for the browser's observer of sizes. `resize` tells the newest one that a size changed. */
export function stubResizeObserver() {
  const observed = new Set<unknown>()
  let changedSize = (): void => undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        changedSize = changed
      }
      observe = (element: unknown) => observed.add(element)
      disconnect = () => observed.clear()
    },
  )
  return { observed, resize: () => changedSize() }
}
