import { getCompany } from '@recado/shared/companies/store'
import { SESSION_ENDED } from '@recado/shared/realtime/frames'
import { endSession, getSession } from '@recado/shared/sessions/store'
import { allUsers } from '@recado/shared/users/store'
import { publish, tableOf } from '../context.ts'

/**
 * Ends all sessions of a company that is switched off. Its browsers already got the reason and their sockets are
 * closed; their calls are refused since the switch.
 */
export async function endSessionsIfOff(companyId: string): Promise<void> {
  const table = tableOf(companyId)
  if ((await getCompany(table))?.status) return
  for (const { id } of await allUsers(table)) {
    const session = await getSession(table, id)
    if (session) await endSession(table, id, session.sid)
  }
  await publish({ companyId, topic: 'user', action: SESSION_ENDED, body: {} })
}
