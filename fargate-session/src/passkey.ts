import type { WASocket } from '@whiskeysockets/baileys'

/** The two stanzas by which WhatsApp asks for a passkey; the library acknowledges them and waits for ever. */
const REQUESTS = ['passkey_prologue_request', 'crsc_continuation']

/**
 * Some accounts must confirm a passkey when a device is linked, which only WhatsApp's own programs can. Seen
 * in the stanza itself, so that nobody waits for a time to run out.
 */
export function onPasskeyRequest(socket: WASocket, required: () => void): void {
  for (const type of REQUESTS) socket.ws.on(`CB:notification,type:${type}`, required)
}
