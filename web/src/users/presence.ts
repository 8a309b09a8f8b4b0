import { user } from '@recado/shared/users/user'
import type * as z from 'zod'

/** The live event that a user came or left. */
export const presence = user.pick({ id: true, online: true, lastSeenAt: true })
type Presence = Omit<z.infer<typeof presence>, 'id'>

/**
 * Whether an event is older than what is known, as events can overtake each other. A user who comes is seen at a new
 * moment, and leaves without one: at the same moment, the end is newer.
 */
export function isLate(told: Presence, known: Presence): boolean {
  const [toldAt, knownAt] = [told.lastSeenAt ?? '', known.lastSeenAt ?? '']
  return toldAt < knownAt || (toldAt === knownAt && told.online && !known.online)
}
