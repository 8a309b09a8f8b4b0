/** What a user does with the open ticket. */
export type DeskState = 'viewing' | 'typing'

/** The server takes no two frames closer together than this (part 4 §10), in milliseconds. */
export const SOONEST_MS = 4000
/** Colleagues forget a user who sends nothing for 8 seconds. A user who only looks sends a little earlier (ms). */
const VIEWING_AGAIN_MS = 6000
/** A user who has not typed for this long looks on, in milliseconds. */
const TYPING_MS = 4000

/** Moments are milliseconds since 1970; null for what did not happen yet. */
interface DeskMoments {
  typedAt: number | null
  sentAt: number | null
  sent: DeskState | null
}

/** The frame that is due now; undefined if none is. */
export function dueState({ typedAt, sentAt, sent }: DeskMoments, now: number): DeskState | undefined {
  const state = typedAt !== null && now - typedAt < TYPING_MS ? 'typing' : 'viewing'
  if (sentAt === null) return state
  const pause = state === 'viewing' && sent === 'viewing' ? VIEWING_AGAIN_MS : SOONEST_MS
  return now - sentAt >= pause ? state : undefined
}
