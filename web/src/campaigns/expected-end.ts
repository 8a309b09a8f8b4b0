import type { Pace } from '@recado/shared/campaigns/pacing'

/** How long so many messages take at a pace, in seconds, were nothing in the way. */
export function expectedSeconds(messages: number, pace: Pace): number {
  const intervals = Math.max(0, messages - 1)
  const mean = (pace.minimum + pace.maximum) / 2
  const longer =
    pace.longerAfter > 0 && pace.longerPause > mean ? Math.floor(intervals / pace.longerAfter) : 0
  return (intervals - longer) * mean + longer * pace.longerPause
}
