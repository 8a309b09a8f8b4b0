/** The listeners of a value outside of React, as `useSyncExternalStore` needs them. */
export function listeners() {
  const all = new Set<() => void>()
  return {
    /** Calls them after a change of the value. */
    tell: () => {
      for (const listener of all) listener()
    },
    /** @returns removes the listener */
    subscribe: (listener: () => void) => {
      all.add(listener)
      return () => {
        all.delete(listener)
      }
    },
  }
}
