import type { WASocket } from '@whiskeysockets/baileys'
import type { Ending } from '../wire/disconnects.ts'

/** The two stanzas that ask for a passkey. The library acknowledges them and then waits forever. */
const REQUESTS = ['passkey_prologue_request', 'crsc_continuation']

/**
 * Detects that WhatsApp asks for a passkey when a device is linked, which only WhatsApp's own programs can confirm.
 * Reading the stanza itself avoids waiting for a timeout.
 */
export function onPasskeyRequest(socket: WASocket, required: () => void): void {
  for (const type of REQUESTS) socket.ws.on(`CB:notification,type:${type}`, required)
}

/** The end of a link that needs a passkey. */
export const NEEDS_PASSKEY: Ending = {
  status: 'PASSKEY_REQUIRED',
  statusReason: 'PASSKEY_REQUIRED',
  forget: true,
}
