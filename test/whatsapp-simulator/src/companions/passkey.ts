import { randomBytes } from 'node:crypto'
import { SERVER_JID } from '../accounts/jids.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'
import type { Connection } from './connection.ts'
import type { CompanionWorld } from './world.ts'

/**
 * Some accounts must confirm a passkey before a device is linked. The client gets a WebAuthn request instead of its
 * link, and nothing after it.
 */
export function askForPasskey(simulation: CompanionWorld, connection: Connection): void {
  const options = {
    challenge: randomBytes(32).toString('base64url'),
    timeout: 600_000,
    rpId: 'whatsapp.com',
    allowCredentials: [],
    userVerification: 'required',
  }
  const attributes = {
    from: SERVER_JID,
    type: 'passkey_prologue_request',
    id: simulation.newStanzaId(),
    t: inSeconds(simulation.now()),
  }
  const request = stanza('passkey_request_options', {}, Buffer.from(JSON.stringify(options)))
  connection.send(stanza('notification', attributes, [request]))
}
