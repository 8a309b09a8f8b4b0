import { hasPermission } from '@recado/shared/access'
import { byName } from '@recado/shared/by-name'
import type { Actor } from '@recado/shared/sessions/session'
import { allUsers } from '@recado/shared/users/store'
import { tableOf } from '../context.ts'
import { onlineAmong } from '../realtime/online.ts'

export async function list({ companyId }: Actor) {
  const users = await allUsers(tableOf(companyId))
  const online = await onlineAmong(companyId, users)
  return users
    .map(({ id, name, profile, queueIds = [], lastSeenAt = null }) => ({
      id,
      name,
      queueIds,
      seesAll: hasPermission(profile, 'tickets-manager:showall'),
      online: online.has(id),
      lastSeenAt,
    }))
    .sort(byName)
}
