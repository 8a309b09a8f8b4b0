import type { RequestOf } from '@recado/shared/http/contract'
import { sessionRoutes } from '@recado/shared/sessions/routes'
import { session } from '../api/session.ts'
import { send } from '../api/transport.ts'

/** The handover from another instance that this page was opened with, until it is used or given up. */
let handover: string | null = null
/** The one that signed in last. A new session has the routes decide anew, while the address still holds it. */
let used: string | null = null

export const arrivedHandover = {
  isThere: () => handover !== null,
  isUsed: (arrived: string) => arrived === used,
  keep: (arrived: string) => {
    handover = arrived
  },
  giveUp: () => {
    handover = null
  },
  /** Signs in by the handover. A session that runs in this browser is replaced once the server has agreed. */
  async enter(given: Pick<RequestOf<typeof sessionRoutes.takeHandover>, 'code'> = {}): Promise<void> {
    if (handover === null) return
    const answer = await send(sessionRoutes.takeHandover, { handover, ...given })
    used = handover
    handover = null
    session.open(answer)
  },
}
