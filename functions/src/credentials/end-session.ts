import { SESSION_ENDED } from '@recado/shared/realtime/frames'
import { getUser } from '@recado/shared/users/store'
import { ports, publish, tableOf } from '../context.ts'
import { supportOf } from './actor.ts'

/** Informs a session's browser that it has ended, and closes its sockets. */
export const tellReplaced = (companyId: string, userId: string, sid: string): Promise<void> =>
  tellWhereTheyWork(companyId, userId, 'replaced', sid)

/** Closes the sockets of an ended session, whose browser already knows. */
export const closeSocketsOf = (companyId: string, userId: string, sid: string): Promise<void> =>
  tellWhereTheyWork(companyId, userId, SESSION_ENDED, sid)

/** Publishes in both companies: during support access, the user's sockets belong to the other one. */
async function tellWhereTheyWork(home: string, userId: string, action: string, sid: string): Promise<void> {
  const user = await getUser(tableOf(home), userId)
  const elsewhere = user && supportOf(user, ports.now())?.companyId
  for (const companyId of elsewhere ? [home, elsewhere] : [home])
    await publish({ companyId, topic: 'user', action, userId, body: { sid } })
}
