import { endSession, getSession } from '@recado/shared/sessions/store'
import { publish, tableOf } from '../context.ts'

/** Ends a user's session, if there is one; their browser is told, and cut off. */
export async function endSessionOf(companyId: string, userId: string): Promise<void> {
  const table = tableOf(companyId)
  const session = await getSession(table, userId)
  if (!session || !(await endSession(table, userId, session.sid))) return
  await tellReplaced(companyId, userId, session.sid)
}

/** Tells the browser of a session that it is over. */
export const tellReplaced = (companyId: string, userId: string, sid: string): Promise<void> =>
  publish({ companyId, topic: 'user', action: 'replaced', userId, body: { sid } })
