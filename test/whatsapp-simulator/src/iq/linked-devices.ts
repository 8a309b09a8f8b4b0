import { type BinaryNode, jidDecode } from '@whiskeysockets/baileys'
import type { Connection } from '../companions/connection.ts'
import { deviceRemoved } from '../wire/last-words.ts'
import { bytesIn, errorOf, resultOf, stanza } from '../wire/stanza.ts'
import { type QueryHandler, subjectOf } from './query.ts'
import type { QueryWorld } from './world.ts'

/** `md` of a linked device: it logs itself out. */
export const linkedDevices: QueryHandler = ({ simulation, connection, companion, iq }) => {
  if (subjectOf(iq)?.tag !== 'remove-companion-device') return resultOf(iq)
  simulation.companions.unlink(companion)
  connection.send(resultOf(iq))
  connection.close(deviceRemoved())
  return undefined
}

/** `md` of a client that wants to be linked with a pairing code. */
export function requestPairing(simulation: QueryWorld, connection: Connection, iq: BinaryNode): void {
  const subject = subjectOf(iq)
  if (subject?.tag !== 'link_code_companion_reg' || !connection.registration) {
    connection.send(errorOf(iq, 400, 'bad-request'))
    return
  }
  if (subject.attrs.stage === 'companion_finish') {
    connection.send(resultOf(iq))
    const bundle = bytesIn(subject, 'link_code_pairing_wrapped_key_bundle')
    const identity = bytesIn(subject, 'companion_identity_public')
    simulation.codeRequests.takeAnswer(connection, { bundle, identity })
    return
  }
  const asked = jidDecode(subject.attrs.jid)?.user ?? ''
  const number = simulation.accounts.find(asked)?.number ?? asked
  const reference = simulation.newStanzaId()
  const wrappedKey = bytesIn(subject, 'link_code_pairing_wrapped_companion_ephemeral_pub')
  simulation.codeRequests.add({ connection, number, reference, wrappedKey })
  const ref = stanza('link_code_pairing_ref', {}, Buffer.from(reference))
  connection.send(resultOf(iq, [stanza('link_code_companion_reg', { stage: 'companion_hello' }, [ref])]))
}
