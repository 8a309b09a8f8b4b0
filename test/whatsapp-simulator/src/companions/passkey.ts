import { randomBytes } from 'node:crypto'
import { SERVER_JID } from '../accounts/jids.ts'
import type { Simulation } from '../simulation.ts'
import type { Connection } from '../wire/connection.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'

/**
 * Some accounts must confirm a passkey before a device is linked: the client gets a WebAuthn request instead of
 * its link, and nothing more happens.
 */
export function askForPasskey(simulation: Simulation, connection: Connection): void {
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
