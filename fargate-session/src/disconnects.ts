import type { StatusReason } from '@recado/shared/connections/connection'
import { DisconnectReason } from '@whiskeysockets/baileys'

export type End =
  /** WhatsApp asks for a new socket at once, as after linking. */
  | { kind: 'restart' }
  /** Only a person can go on from here. `forget`: the keys are worth nothing any more. */
  | { kind: 'final'; reason: StatusReason; forget: boolean }
  | { kind: 'retry' }

/** WhatsApp has no name for it: the software is too old to talk to it. */
const VERSION_TOO_OLD = 405

/**
 * What the end of a socket means. Only network reasons are tried again: reconnecting by itself what WhatsApp
 * dropped turns a suspension into a ban.
 */
export function endOf(error: unknown, { linked }: { linked: boolean }): End {
  switch (statusCodeOf(error)) {
    case DisconnectReason.restartRequired:
      return { kind: 'restart' }
    case DisconnectReason.loggedOut:
      return { kind: 'final', reason: 'LOGGED_OUT', forget: true }
    case DisconnectReason.forbidden:
      return { kind: 'final', reason: 'BANNED', forget: false }
    case DisconnectReason.connectionReplaced:
      return { kind: 'final', reason: 'REPLACED', forget: false }
    case DisconnectReason.multideviceMismatch:
    case VERSION_TOO_OLD:
      return { kind: 'final', reason: 'VERSION_REFUSED', forget: false }
    case DisconnectReason.timedOut:
      // The server's QR codes are used up.
      return linked ? { kind: 'retry' } : { kind: 'final', reason: 'QR_NOT_SCANNED', forget: true }
    default:
      return { kind: 'retry' }
  }
}

/** Baileys wraps every failure in a Boom error. */
export function statusCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('output' in error)) return undefined
  const { output } = error
  if (typeof output !== 'object' || output === null || !('statusCode' in output)) return undefined
  return typeof output.statusCode === 'number' ? output.statusCode : undefined
}

/** How a session ends that only a person can begin anew. `forget`: its keys are worth nothing any more. */
export interface Ending {
  status: 'DISCONNECTED' | 'PASSKEY_REQUIRED'
  statusReason: StatusReason
  forget: boolean
}

export const UNREAD: Ending = { status: 'DISCONNECTED', statusReason: 'QR_NOT_SCANNED', forget: true }
