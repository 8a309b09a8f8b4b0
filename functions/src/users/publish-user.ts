import type { StoredUser } from '@recado/shared/users/store'
import type { ShownUser } from '@recado/shared/users/user'
import { publish } from '../context.ts'
import { shownUser } from './shown.ts'

/** Publishes a new or changed user to the company, and returns it. */
export async function publishUser(
  companyId: string,
  action: 'create' | 'update',
  user: StoredUser,
): Promise<ShownUser> {
  const record = await shownUser(companyId, user)
  await publish({ companyId, topic: 'user', action, body: { record } })
  return record
}
