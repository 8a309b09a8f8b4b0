import { mailProblems } from '@recado/shared/email/unreached'
import { allTicketQueues } from '@recado/shared/ticket-queues/store'
import type { StoredUser } from '@recado/shared/users/store'
import { type ShownUser, user as shown } from '@recado/shared/users/user'
import { ports, tableOf } from '../context.ts'
import { supportOf } from '../credentials/actor.ts'
import { onlineAmong } from '../realtime/online.ts'

/** A company's users for display. Queues deleted since are left out. */
export async function shownUsers(companyId: string, users: readonly StoredUser[]): Promise<ShownUser[]> {
  const table = tableOf(companyId)
  const [queues, problems, online] = await Promise.all([
    allTicketQueues(table),
    mailProblems(table),
    onlineAmong(companyId, users),
  ])
  const now = ports.now()
  return users.map((user) => {
    const theirs = queues.filter(({ id }) => user.queueIds?.includes(id))
    return shown.parse({
      ...user,
      mailProblem: problems.get(user.email) ?? null,
      queues: theirs,
      queueIds: theirs.map(({ id }) => id),
      online: online.has(user.id),
      lastSeenAt: user.lastSeenAt ?? null,
      totp: user.totp ?? false,
      selectedCompanyId: supportOf(user, now)?.companyId ?? null,
    })
  })
}

export async function shownUser(companyId: string, user: StoredUser): Promise<ShownUser> {
  const [one] = await shownUsers(companyId, [user])
  if (!one) throw new Error('shownUsers left out a user')
  return one
}
