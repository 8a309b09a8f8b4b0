import type { ShownUser } from '@recado/shared/users/user'

/** A user who comes to a queue or leaves it. */
export interface UserChangeOfQueue {
  userId: string
  name: string
  isOfQueue: boolean
}

/** The users who came or left between two choices. */
export function userChanges(
  users: readonly Pick<ShownUser, 'id' | 'name'>[],
  before: readonly string[],
  after: readonly string[],
): UserChangeOfQueue[] {
  return users
    .filter(({ id }) => before.includes(id) !== after.includes(id))
    .map(({ id, name }) => ({ userId: id, name, isOfQueue: after.includes(id) }))
}
