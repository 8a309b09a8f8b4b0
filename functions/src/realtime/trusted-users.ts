import { hasPermission } from '@recado/shared/access'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { userKey } from '@recado/shared/users/store'
import { tableOf } from '../context.ts'
import type { Socket } from './sockets.ts'

/** Users of these sockets who may get the confidential part of an event. Empty if no user may. */
export async function trustedUsers(
  { companyId, confidential }: LiveEvent,
  sockets: readonly Socket[],
): Promise<ReadonlySet<string>> {
  if (!confidential) return new Set()
  // A socket whose user has another home company is there for support.
  const atHome = sockets.filter(({ homeCompanyId }) => homeCompanyId === companyId)
  const ids = new Set(atHome.map(({ userId }) => userId))
  const users = await tableOf(companyId).getMany([...ids].map(userKey))
  const { needs, orUserId } = confidential
  return new Set(
    users.filter(({ id, profile }) => id === orUserId || hasPermission(profile, needs)).map(({ id }) => id),
  )
}
