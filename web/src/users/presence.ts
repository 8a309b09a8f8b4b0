import { user } from '@recado/shared/users/user'
import type * as z from 'zod'

/** The live event that a user came or left. */
export const presence = user.pick({ id: true, online: true, lastSeenAt: true })
type Presence = Omit<z.infer<typeof presence>, 'id'>

/**
 * Whether an event is older than the known presence: events can overtake each other. A user who comes online has a new
 * `lastSeenAt`, and keeps it when going offline. With the same moment, the offline event is therefore the newer one.
 */
export function isLate(told: Presence, known: Presence): boolean {
  const [toldAt, knownAt] = [told.lastSeenAt ?? '', known.lastSeenAt ?? '']
  return toldAt < knownAt || (toldAt === knownAt && told.online && !known.online)
}
