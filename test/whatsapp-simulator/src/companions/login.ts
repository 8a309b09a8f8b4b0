import type { proto } from '@whiskeysockets/baileys'
import { deviceLidJid, SERVER_JID } from '../accounts/jids.ts'
import { loginRefused, replaced } from '../wire/last-words.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'
import type { Companion } from './companions.ts'
import type { Connection } from './connection.ts'
import type { CompanionWorld } from './world.ts'

/** Handles a client after the handshake: it links, or logs in as a linked device. */
export function greet(
  simulation: CompanionWorld,
  connection: Connection,
  payload: proto.ClientPayload,
): void {
  const { oldestClient = 0 } = simulation.faults
  if ((payload.userAgent?.appVersion?.tertiary ?? 0) < oldestClient) {
    connection.close(loginRefused(CLIENT_TOO_OLD))
    return
  }
  if (payload.devicePairingData) {
    connection.registration = payload.devicePairingData
    offerQrCodes(simulation, connection)
    return
  }
  const companion = simulation.companions.find(String(payload.username), payload.device ?? 0)
  if (!companion || !connection.clientKey.equals(companion.noiseKey)) {
    connection.close(loginRefused(UNKNOWN_DEVICE))
    return
  }
  const refusal = simulation.faults.loginRefusal(companion.number)
  if (refusal !== undefined) {
    connection.close(loginRefused(refusal, simulation.faults.banSeconds(companion.number)))
    return
  }
  if (simulation.faults.isLoginSilent(companion.number)) return
  logIn(simulation, connection, companion)
}

const UNKNOWN_DEVICE = 401
const CLIENT_TOO_OLD = 405

function offerQrCodes(simulation: CompanionWorld, connection: Connection): void {
  const references = simulation.pairings.offer(connection)
  const attributes = { from: SERVER_JID, type: 'set', id: simulation.newStanzaId(), xmlns: 'md' }
  const refs = references.map((reference) => stanza('ref', {}, Buffer.from(reference)))
  connection.send(stanza('iq', attributes, [stanza('pair-device', {}, refs)]))
}

function logIn(simulation: CompanionWorld, connection: Connection, companion: Companion): void {
  // The newer login wins, as on the real servers.
  const older = simulation.connections.ofDevice(companion)
  older?.close(replaced())
  connection.companion = companion
  const name = simulation.accounts.find(companion.number)?.name
  connection.send(
    stanza('success', {
      t: inSeconds(simulation.now()),
      lid: deviceLidJid(companion),
      location: 'simulator',
      display_name: name || undefined,
    }),
  )
}
