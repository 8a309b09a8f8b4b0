import type { StoredUser } from '@recado/shared/users/store'
import type { ShownUser } from '@recado/shared/users/user'
import { publish } from '../context.ts'
import { shownUser } from './shown.ts'

/** Tells the company of a user who is new or changed. */
export async function tellUser(
  companyId: string,
  action: 'create' | 'update',
  user: StoredUser,
): Promise<ShownUser> {
  const record = await shownUser(companyId, user)
  await publish({ companyId, topic: 'user', action, body: { record } })
  return record
}
