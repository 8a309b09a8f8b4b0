import { useSyncExternalStore } from 'react'

/** Whether live events arrive at the moment. Without them, pages poll the server. */
let isLive = false
const listeners = new Set<() => void>()

export function setLive(value: boolean): void {
  if (isLive === value) return
  isLive = value
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useIsLive = (): boolean => useSyncExternalStore(subscribe, () => isLive)
