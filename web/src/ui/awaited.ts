import { useEffect, useSyncExternalStore } from 'react'
import { listeners } from './listeners.ts'

/** How many things that the user asked for are on their way. */
let awaited = 0
const { tell, subscribe } = listeners()

function change(by: 1 | -1): void {
  awaited += by
  tell()
}

/** Lets the bar at the top of the page show that something is on its way, while `isAwaited`. */
export function useAwaited(isAwaited: boolean): void {
  useEffect(() => {
    if (!isAwaited) return
    change(1)
    return () => change(-1)
  }, [isAwaited])
}

export const useIsAnythingAwaited = (): boolean => useSyncExternalStore(subscribe, () => awaited > 0)
