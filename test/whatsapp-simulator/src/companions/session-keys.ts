import { MIN_PREKEY_COUNT } from '@whiskeysockets/baileys'
import { SERVER_JID } from '../accounts/jids.ts'
import { type Bundle, type SessionKeys, sessionKeys } from '../phones/bundle.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'
import type { Companion } from './companions.ts'
import type { CompanionWorld } from './world.ts'

/** Keys for a new session with a linked device, in a phone's form. */
export function takeSessionKeys(simulation: CompanionWorld, companion: Companion): SessionKeys {
  return sessionKeys(takeBundle(simulation, companion))
}

/** Keys for a new session with a linked device. If few are left, the device is asked for more. */
export function takeBundle(simulation: CompanionWorld, companion: Companion): Bundle {
  const bundle = simulation.companions.takeBundle(companion)
  const left = simulation.companions.countPreKeys(companion)
  if (left < MIN_PREKEY_COUNT) {
    const attributes = {
      from: SERVER_JID,
      type: 'encrypt',
      id: simulation.newStanzaId(),
      t: inSeconds(simulation.now()),
    }
    const count = stanza('count', { value: String(left) })
    simulation.connections.ofDevice(companion)?.send(stanza('notification', attributes, [count]))
  }
  return bundle
}
