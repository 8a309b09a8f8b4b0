import { progressOf } from '@recado/shared/campaigns/contract/progress'
import { useState } from 'react'

/** The specified percentage, not rounded. A late event never moves it back. */
export function useProgress(campaign: Parameters<typeof progressOf>[0]): number {
  const [reached, setReached] = useState(0)
  const progress = progressOf(campaign)
  if (progress > reached) setReached(progress)
  return Math.max(progress, reached)
}
