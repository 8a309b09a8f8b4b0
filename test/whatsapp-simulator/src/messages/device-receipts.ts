import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  jidDecode,
} from '@whiskeysockets/baileys'
import { deviceLidJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import { isGroupId } from '../groups/groups.ts'
import { uploadAgain } from '../media/upload-again.ts'
import type { Simulation } from '../simulation.ts'
import type { Connection } from '../wire/connection.ts'
import { stanza } from '../wire/stanza.ts'
import type { Parcel } from './outbox.ts'
import { markRead } from './read.ts'
import { sendAgain } from './send-again.ts'

/** A linked device says what became of a message: it has it, has shown it, or could not decrypt it. */
export async function acceptReceipt(
  simulation: Simulation,
  connection: Connection,
  { from, node }: { from: Companion; node: BinaryNode },
): Promise<void> {
  const { id = '', to, type } = node.attrs
  const items = getBinaryNodeChildren(getBinaryNodeChild(node, 'list'), 'item')
  const ids = [id, ...items.map((item) => item.attrs.id ?? '')]
  // A device that asks for a message again refuses this copy of it in a stanza of its own.
  if (type !== 'retry' && type !== 'server-error')
    for (const settled of ids) simulation.outbox.settle(from, { tag: 'message', id: settled, type })
  if (type === 'read') markReadByDevice(simulation, from, { to, ids })
  if (type === 'retry') await retry(simulation, from, node)
  if (type === 'server-error') uploadAgain(simulation, from, node)
  connection.send(stanza('ack', { class: 'receipt', id, from: to, type }))
}

function markReadByDevice(
  simulation: Simulation,
  reader: Companion,
  { to, ids }: { to: string | undefined; ids: string[] },
): void {
  const chat = isGroupId(to ?? '') ? to : simulation.accounts.reachJid(to ?? '')?.number
  const parcels = simulation.database.transaction(() => {
    const messages = ids
      .flatMap((id) => simulation.messages.withId(reader.number, id))
      .filter((message) => !message.fromMe && message.chat === chat)
    return markRead(simulation, reader.number, messages)
  })
  simulation.outbox.release(parcels)
}

async function retry(simulation: Simulation, asker: Companion, node: BinaryNode): Promise<void> {
  // In a group the author is the participant.
  const address = node.attrs.participant ?? node.attrs.to ?? ''
  const author = simulation.accounts.reachJid(address)
  if (!author) return
  const device = jidDecode(address)?.device ?? 0
  const parcels =
    device > 0
      ? passOn(simulation, asker, { node, companion: simulation.companions.find(author.number, device) })
      : await sendAgain(simulation, { asker, author, receipt: node })
  simulation.outbox.release(parcels)
}

/** The message came from a linked device, which alone can encrypt it again. */
function passOn(
  simulation: Simulation,
  asker: Companion,
  { node, companion }: { node: BinaryNode; companion: Companion | undefined },
): Parcel[] {
  if (!companion) return []
  const { to = '', ...attributes } = node.attrs
  const route = isGroupId(to) ? { from: to, participant: deviceLidJid(asker) } : { from: deviceLidJid(asker) }
  const passed = stanza('receipt', { ...attributes, ...route }, node.content)
  return [simulation.outbox.add(companion, passed)]
}
