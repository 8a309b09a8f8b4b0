import { SESSION_ENDED } from '@recado/shared/realtime/frames'
import { endSession, getSession } from '@recado/shared/sessions/store'
import { getUser } from '@recado/shared/users/store'
import { ports, publish, tableOf } from '../context.ts'
import { supportOf } from './actor.ts'

/** Ends a user's session, if there is one; their browser is told, and cut off. */
export async function endSessionOf(companyId: string, userId: string): Promise<void> {
  const table = tableOf(companyId)
  const session = await getSession(table, userId)
  if (!session || !(await endSession(table, userId, session.sid))) return
  await tellReplaced(companyId, userId, session.sid)
}

/** Tells the browser of a session that it is over, and closes its sockets. */
export const tellReplaced = (companyId: string, userId: string, sid: string): Promise<void> =>
  tellWhereTheyWork(companyId, userId, 'replaced', sid)

/** Closes the sockets of a session that has ended; its browser knows. */
export const closeSocketsOf = (companyId: string, userId: string, sid: string): Promise<void> =>
  tellWhereTheyWork(companyId, userId, SESSION_ENDED, sid)

/** A user with access for support has sockets in the other company. */
async function tellWhereTheyWork(home: string, userId: string, action: string, sid: string): Promise<void> {
  const user = await getUser(tableOf(home), userId)
  const elsewhere = user && supportOf(user, ports.now())?.companyId
  for (const companyId of elsewhere ? [home, elsewhere] : [home])
    await publish({ companyId, topic: 'user', action, userId, body: { sid } })
}
