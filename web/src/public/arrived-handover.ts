import { ApiError } from '@recado/shared/http/api-error'
import { loadSchemas } from '../api/load-schemas.ts'
import { listeners } from '../ui/listeners.ts'

/** What became of a handover from another instance. */
export type HandoverState =
  /** None, or given up. */
  | { is: 'none' }
  /** It waits for the user: for an answer to the question, or for a code. */
  | { is: 'asking' }
  /** The error code of a refused one. */
  | { is: 'refused'; code: string }

let handover: string | null = null
let state: HandoverState = { is: 'none' }
const { tell, subscribe } = listeners()

function become(next: HandoverState): void {
  state = next
  tell()
}

/** The handover that came in this page's URL, until it is used or given up. */
export const arrivedHandover = {
  state: () => state,
  onChange: subscribe,
  /** @returns whether it signed the user in. It asks first if somebody is signed in, or if it needs a code. */
  arrive: async (arrived: string, isSignedIn: boolean): Promise<boolean> => {
    handover = arrived
    if (isSignedIn) become({ is: 'asking' })
    else await arrivedHandover.enter().catch(refuse)
    return handover === null && state.is === 'none'
  },
  giveUp: () => {
    handover = null
    become({ is: 'none' })
  },
  /**
   * Signs in by the handover. A running session in this browser is replaced after the server agreed.
   * @throws ApiError of the server
   */
  enter: async (given: { code?: string } = {}): Promise<void> => {
    if (handover === null) return
    await loadSchemas()
    const { takeHandover } = await import('./take-handover.ts')
    await takeHandover({ handover, ...given })
    arrivedHandover.giveUp()
  },
}

function refuse(error: unknown): void {
  const code = error instanceof ApiError ? error.code : 'ERR_HANDOVER_INVALID'
  const needsCode = code === 'ERR_TOTP_REQUIRED'
  if (!needsCode) handover = null
  become(needsCode ? { is: 'asking' } : { is: 'refused', code })
}
