import type { RequestOf } from '@recado/shared/http/contract'
import { sessionRoutes } from '@recado/shared/sessions/routes'
import { session } from '../api/session.ts'
import { send } from '../api/transport.ts'

/** The handover from another instance that this page was opened with, until it is used or given up. */
let handover: string | null = null
/** Whether it waits for a person: for an answer to the question, or for a code. */
let isAsking = false
/** The one that signed in last. A new session has the routes decide anew, while the address still holds it. */
let used: string | null = null

const listeners = new Set<() => void>()
function setAsking(asks: boolean): void {
  isAsking = asks
  for (const listener of listeners) listener()
}

export const arrivedHandover = {
  isUsed: (arrived: string) => arrived === used,
  isAsking: () => isAsking,
  onChange: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  keep: (arrived: string) => {
    handover = arrived
  },
  ask: () => setAsking(true),
  giveUp: () => {
    handover = null
    setAsking(false)
  },
  /** Signs in by the handover. A session that runs in this browser is replaced once the server has agreed. */
  async enter(given: Pick<RequestOf<typeof sessionRoutes.takeHandover>, 'code'> = {}): Promise<void> {
    if (handover === null) return
    const answer = await send(sessionRoutes.takeHandover, { handover, ...given })
    used = handover
    arrivedHandover.giveUp()
    session.open(answer)
  },
}
