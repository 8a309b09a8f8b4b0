import type { StoredUser } from '@recado/shared/users/store'
import type { ShownUser } from '@recado/shared/users/user'
import { publish } from '../context.ts'
import { shownUser } from './shown.ts'

/**
 * Publishes a new or changed user, and returns it. Only admins and the user get the whole record, as from
 * `GET /users/{userId}`.
 */
export async function publishUser(
  companyId: string,
  action: 'create' | 'update',
  user: StoredUser,
): Promise<ShownUser> {
  const record = await shownUser(companyId, user)
  const { id, name, queueIds } = record
  await publish({
    companyId,
    topic: 'user',
    action,
    body: { record: { id, name, queueIds } },
    confidential: { needs: 'drawer-admin-items:view', orUserId: id, body: { record } },
  })
  return record
}
