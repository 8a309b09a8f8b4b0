import { useReducedMotion } from '@mantine/hooks'
import type { CampaignCounters } from '@recado/shared/campaigns/contract/campaign'
import { useEffect, useRef, useState } from 'react'
import { totalOf } from '../parts.ts'

/** How long counters take from one report to the next, in milliseconds. */
const COUNTING_MS = 200

/**
 * Counters on their way from one report to the next. Counters that grow are in between, and `open` is the remainder of the
 * total, so that the numbers add up at every moment.
 * @param share how much of the way is done, 0 to 1
 */
export function countersBetween(
  before: CampaignCounters,
  after: CampaignCounters,
  share: number,
): CampaignCounters {
  const between = { ...after }
  for (const key of Object.keys(after) as (keyof CampaignCounters)[])
    if (after[key] > before[key]) between[key] = Math.floor(before[key] + share * (after[key] - before[key]))
  return { ...between, open: totalOf(after) - between.sent - between.failed }
}

/** A campaign's counters, which count up to what the report says. Another number of recipients is shown at once. */
export function useCountingUp(counters: CampaignCounters): CampaignCounters {
  const isStill = useReducedMotion()
  const [shown, setShown] = useState(counters)
  const latest = useRef(counters)
  useEffect(() => {
    const before = latest.current
    const show = (next: CampaignCounters) => {
      latest.current = next
      setShown(next)
    }
    if (isStill || totalOf(before) !== totalOf(counters)) return show(counters)
    const begun = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const share = (now - begun) / COUNTING_MS
      if (share >= 1) return show(counters)
      show(countersBetween(before, counters, Math.max(0, share)))
      frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [counters, isStill])
  return shown
}
