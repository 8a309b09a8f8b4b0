import type { ConnectionHealth } from '@recado/shared/connections/health'

/** How well a connection can write to new people: 3 freely, 2 nearly at its limit, 1 not at the moment. */
export type HealthLevel = 1 | 2 | 3

/** From this share of the day's first contacts on, the limit is near. */
const NEAR = 0.8

/** The level of a connected account. @param now milliseconds since 1970 */
export function healthLevelOf(
  {
    heldUntil,
    newContacts,
    hasTokenSalt,
  }: Pick<ConnectionHealth, 'heldUntil' | 'newContacts' | 'hasTokenSalt'>,
  now: number,
): HealthLevel {
  if (heldUntil && Date.parse(heldUntil) > now) return 1
  const { used, limit } = newContacts
  if (limit !== null && used >= limit * NEAR) return 2
  return hasTokenSalt === false ? 2 : 3
}
