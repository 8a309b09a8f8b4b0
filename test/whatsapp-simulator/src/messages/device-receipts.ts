import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  jidDecode,
} from '@whiskeysockets/baileys'
import { deviceLidJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import type { Connection } from '../companions/connection.ts'
import type { Parcel } from '../companions/outbox.ts'
import { isGroupId } from '../groups/groups.ts'
import { stanza } from '../wire/stanza.ts'
import { markRead } from './read.ts'
import { sendAgain } from './send-again.ts'
import { uploadAgain } from './upload-again.ts'
import type { MessageWorld } from './world.ts'

/** A linked device reports on a message: received, shown, or not decrypted. */
export async function acceptReceipt(
  simulation: MessageWorld,
  connection: Connection,
  { from, node }: { from: Companion; node: BinaryNode },
): Promise<void> {
  const { id = '', to, type } = node.attrs
  const items = getBinaryNodeChildren(getBinaryNodeChild(node, 'list'), 'item')
  const ids = [id, ...items.map((item) => item.attrs.id ?? '')]
  // A device that asks for a message again acknowledges this copy in a separate stanza.
  if (type !== 'retry' && type !== 'server-error')
    for (const settled of ids) simulation.outbox.settle(from, { tag: 'message', id: settled, type })
  if (type === 'read') markReadByDevice(simulation, from, { to, ids })
  if (type === 'retry') await retry(simulation, from, node)
  if (type === 'server-error') uploadAgain(simulation, from, node)
  connection.send(stanza('ack', { class: 'receipt', id, from: to, type }))
}

function markReadByDevice(
  simulation: MessageWorld,
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

async function retry(simulation: MessageWorld, asker: Companion, node: BinaryNode): Promise<void> {
  // In a group, the author is the participant.
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

/** The message came from a linked device. Only that device can encrypt it again. */
function passOn(
  simulation: MessageWorld,
  asker: Companion,
  { node, companion }: { node: BinaryNode; companion: Companion | undefined },
): Parcel[] {
  if (!companion) return []
  const { to = '', ...attributes } = node.attrs
  const route = isGroupId(to) ? { from: to, participant: deviceLidJid(asker) } : { from: deviceLidJid(asker) }
  const passed = stanza('receipt', { ...attributes, ...route }, node.content)
  return [simulation.outbox.add(companion, passed)]
}
