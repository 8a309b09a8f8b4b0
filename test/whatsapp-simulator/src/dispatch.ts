import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Connection } from './companions/connection.ts'
import { answerQuery } from './iq/queries.ts'
import { acceptMessage } from './messages/accept.ts'
import { acceptReceipt } from './messages/device-receipts.ts'
import { acceptPresence } from './messages/presence.ts'
import { acceptTyping } from './messages/typing.ts'
import type { Simulation } from './simulation/simulation.ts'

/** Handles a client's stanza. `at` is its arrival, in milliseconds since 1970. */
export async function dispatch(
  simulation: Simulation,
  connection: Connection,
  { node, at }: { node: BinaryNode; at: number },
): Promise<void> {
  const { companion } = connection
  if (node.tag === 'iq') return answerQuery(simulation, connection, node)
  // Other stanzas (telemetry) need no answer.
  if (!companion) return
  if (node.tag === 'message') return acceptMessage(simulation, connection, { sender: companion, node, at })
  if (node.tag === 'receipt') return acceptReceipt(simulation, connection, { from: companion, node })
  if (node.tag === 'chatstate') acceptTyping(simulation, companion, node)
  if (node.tag === 'presence') acceptPresence(simulation, connection, node)
  if (node.tag === 'ack') {
    const { class: tag = '', id = '', type } = node.attrs
    simulation.outbox.settle(companion, { tag, id, type })
  }
}
