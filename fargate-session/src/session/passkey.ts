import type { WASocket } from '@whiskeysockets/baileys'

/** The two stanzas that ask for a passkey. The library acknowledges them and then waits forever. */
const REQUESTS = ['passkey_prologue_request', 'crsc_continuation']

/**
 * Detects that WhatsApp asks for a passkey when a device is linked, which only WhatsApp's own programs can confirm.
 * Reading the stanza itself avoids waiting for a timeout.
 */
export function onPasskeyRequest(socket: WASocket, required: () => void): void {
  for (const type of REQUESTS) socket.ws.on(`CB:notification,type:${type}`, required)
}
