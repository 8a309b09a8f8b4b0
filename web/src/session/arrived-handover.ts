import type { RequestOf } from '@recado/shared/http/contract'
import { sessionRoutes } from '@recado/shared/sessions/routes'
import { session } from '../api/session.ts'
import { send } from '../api/transport.ts'

/** The handover from another instance in this page's URL, until it is used or given up. */
let handover: string | null = null
/** Whether the handover waits for the user: for an answer to the question, or for a code. */
let isAsking = false
/** The handover that signed in last. A new session makes the routes decide again while the URL still holds it. */
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
  /** Signs in by the handover. A running session in this browser is replaced after the server agreed. */
  async enter(given: Pick<RequestOf<typeof sessionRoutes.takeHandover>, 'code'> = {}): Promise<void> {
    if (handover === null) return
    const answer = await send(sessionRoutes.takeHandover, { handover, ...given })
    used = handover
    arrivedHandover.giveUp()
    session.open(answer)
  },
}
