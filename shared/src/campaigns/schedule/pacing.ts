import type { CampaignSettings } from '../contract/settings.ts'

/** A company's pace, in seconds and messages, read from its settings. */
export interface Pace {
  minimum: number
  maximum: number
  /** The longer pause follows after every this many messages of the connection; 0 for never. */
  longerAfter: number
  longerPause: number
}

export function paceOf(settings: CampaignSettings): Pace {
  const maximum = Number(settings.messageInterval)
  const minimum = Number(settings.minimumMessageInterval)
  return {
    minimum: maximum === 0 ? 0 : minimum,
    // A stored maximum below the minimum counts as the minimum (part 3 §6).
    maximum: maximum === 0 ? 0 : Math.max(minimum, maximum),
    longerAfter: Number(settings.longerIntervalAfter),
    longerPause: Number(settings.greaterInterval),
  }
}

/** The pause that follows a message. */
export interface Interval {
  /** Milliseconds. */
  ms: number
  /** Whether it is the longer pause, which is shown to people. */
  longer: boolean
}

/**
 * The pause after a connection's `sent`-th message: uniform between minimum and maximum. After every `longerAfter`
 * messages the longer pause replaces it, if that is longer.
 * @param random uniform in [0, 1)
 */
export function intervalAfter(pace: Pace, sent: number, random: number): Interval {
  const drawn = (pace.minimum + (pace.maximum - pace.minimum) * random) * 1000
  const pauseIsDue = pace.longerAfter > 0 && pace.longerPause > 0 && sent > 0 && sent % pace.longerAfter === 0
  if (pauseIsDue && pace.longerPause * 1000 > drawn) return { ms: pace.longerPause * 1000, longer: true }
  return { ms: Math.round(drawn), longer: false }
}

/**
 * How many messages may be handed over at once: one if there is an interval between them, otherwise all until the next
 * longer pause.
 * @param sent the connection's messages so far
 */
export function messagesAtOnce(
  { maximum, longerAfter, longerPause }: Pace,
  sent: number,
  most: number,
): number {
  if (maximum > 0) return 1
  if (longerAfter === 0 || longerPause === 0) return most
  return Math.min(most, longerAfter - (sent % longerAfter))
}

/** SQS delays are whole seconds, 900 at most, and late rather than early: round down. */
export const delaySeconds = (milliseconds: number): number =>
  Math.max(0, Math.min(900, Math.floor(milliseconds / 1000)))
