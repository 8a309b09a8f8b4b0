import { useSyncExternalStore } from 'react'
import { listeners } from '../ui/listeners.ts'

/** Whether live events arrive at the moment. Without them, pages poll the server. */
let isLive = false
const { tell, subscribe } = listeners()

export function setLive(value: boolean): void {
  if (isLive === value) return
  isLive = value
  tell()
}

export const useIsLive = (): boolean => useSyncExternalStore(subscribe, () => isLive)
