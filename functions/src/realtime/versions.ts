import type { LiveEvent } from '@recado/shared/realtime/events'
import { canSee, type Viewer, viewerOf } from '@recado/shared/tickets/rules/sight'
import { userKey } from '@recado/shared/users/store'
import * as z from 'zod'
import { ports, tableOf } from '../context.ts'
import { supportOf } from '../credentials/actor.ts'
import type { Socket } from './sockets.ts'

/**
 * The event as each socket gets it. An event about a ticket or a quick reply reaches those who see it now; those who
 * only saw it before learn that it is gone; others get nothing.
 */
export async function versionsOf(
  event: LiveEvent,
  sockets: readonly Socket[],
): Promise<(socket: Socket) => LiveEvent | undefined> {
  const { sight, topic, body } = event
  if (!sight) return () => event
  const viewers = await viewersOf(event.companyId, sockets)
  return ({ userId }) => {
    const viewer = viewers.get(userId)
    if (!viewer) return undefined
    if (sight.now && canSee(viewer, sight.now)) return event
    if (!LEAVING.has(topic) || !sight.before || !canSee(viewer, sight.before)) return undefined
    return { ...event, action: 'delete', body: leaving.parse(body.record ?? body) }
  }
}

/** The part of a lost record that users learn. A ticket's revision says whether a later event is newer. */
const leaving = z.object({ id: z.string(), revision: z.number().int().optional() })

/** Records that a user may lose by a change; the messages of a ticket go with it. */
const LEAVING: ReadonlySet<string> = new Set(['ticket', 'quickMessage'])

/** The users behind the sockets as attendants, by their id, as they are now. */
async function viewersOf(companyId: string, sockets: readonly Socket[]): Promise<Map<string, Viewer>> {
  const viewers = new Map<string, Viewer>()
  for (const [home, theirs] of Map.groupBy(sockets, ({ homeCompanyId }) => homeCompanyId)) {
    const ids = [...new Set(theirs.map(({ userId }) => userId))]
    for (const user of await tableOf(home).getMany(ids.map(userKey))) {
      // Support access may have ended since the socket was looked at.
      if (home !== companyId && supportOf(user, ports.now())?.companyId !== companyId) continue
      viewers.set(user.id, viewerOf(user.id, user))
    }
  }
  return viewers
}
