import { useSyncExternalStore } from 'react'
import { listeners } from '../../ui/listeners.ts'

interface OutboxStatus {
  /** Whether the server cannot be reached. */
  isOffline: boolean
  /** Messages that leave once it can be. */
  waiting: number
}

let status: OutboxStatus = { isOffline: false, waiting: 0 }
const { tell, subscribe } = listeners()

export function setOutboxStatus(part: Partial<OutboxStatus>): void {
  const next = { ...status, ...part }
  if (next.isOffline === status.isOffline && next.waiting === status.waiting) return
  status = next
  tell()
}

export const useOutboxStatus = (): OutboxStatus => useSyncExternalStore(subscribe, () => status)
