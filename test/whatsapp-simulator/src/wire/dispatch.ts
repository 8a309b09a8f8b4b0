import type { BinaryNode } from '@whiskeysockets/baileys'
import { answerQuery } from '../iq/queries.ts'
import { acceptMessage } from '../messages/accept.ts'
import { acceptReceipt } from '../messages/device-receipts.ts'
import { acceptTyping } from '../messages/typing.ts'
import type { Simulation } from '../simulation.ts'
import type { Connection } from './connection.ts'

/** Does what a stanza of a client asks. `at` is when it arrived, in milliseconds since 1970. */
export async function dispatch(
  simulation: Simulation,
  connection: Connection,
  { node, at }: { node: BinaryNode; at: number },
): Promise<void> {
  const { companion } = connection
  if (node.tag === 'iq') return answerQuery(simulation, connection, node)
  // The rest (presence, telemetry) needs no answer.
  if (!companion) return
  if (node.tag === 'message') return acceptMessage(simulation, connection, { sender: companion, node, at })
  if (node.tag === 'receipt') return acceptReceipt(simulation, connection, { from: companion, node })
  if (node.tag === 'chatstate') acceptTyping(simulation, companion, node)
  if (node.tag === 'ack') {
    const { class: tag = '', id = '', type } = node.attrs
    simulation.outbox.settle(companion, { tag, id, type })
  }
}
