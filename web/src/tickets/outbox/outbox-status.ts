import { useSyncExternalStore } from 'react'

interface OutboxStatus {
  /** Whether the server cannot be reached. */
  isOffline: boolean
  /** Messages that leave once it can be. */
  waiting: number
}

let status: OutboxStatus = { isOffline: false, waiting: 0 }
const listeners = new Set<() => void>()

export function setOutboxStatus(part: Partial<OutboxStatus>): void {
  const next = { ...status, ...part }
  if (next.isOffline === status.isOffline && next.waiting === status.waiting) return
  status = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useOutboxStatus = (): OutboxStatus => useSyncExternalStore(subscribe, () => status)
