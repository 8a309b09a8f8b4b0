import { type BinaryNode, proto } from '@whiskeysockets/baileys'
import { deviceLidJid, lidJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import { takeSessionKeys } from '../companions/session-keys.ts'
import type { Group, Member } from '../groups/groups.ts'
import { keepOnPhone } from './changes.ts'
import type { Description } from './description.ts'
import { inGroup, type Label } from './envelopes.ts'
import type { MessageWorld } from './world.ts'
import { descriptionOf, marked, newLabel } from './write.ts'

/**
 * A member writes into a group on their phone. All members' phones have the message at once. Linked devices get one
 * shared ciphertext, and the sender key if they lack it. Returns the message's id.
 */
export async function writeToGroup(
  simulation: MessageWorld,
  { author, group, message }: { author: Member; group: Group; message: proto.IMessage },
): Promise<string> {
  const description = descriptionOf(message)
  const label = newLabel(simulation, message)
  const phone = simulation.phones.of(author)
  const companions = group.members.flatMap((member) => simulation.companions.of(member))
  const parcels = await simulation.phones.inOrder(async () => {
    const { enc, key } = await phone.encryptInGroup(group.id, lidJid(author), message)
    const letters: { companion: Companion; node: BinaryNode }[] = []
    for (const companion of companions) {
      const isNew = !simulation.groups.holdsSenderKey(group.id, author.number, companion)
      const keyEnc = isNew ? [await sealKey(simulation, author, companion, key)] : []
      const content = [...keyEnc, marked(enc, description)]
      letters.push({ companion, node: inGroup(group, { author, device: 0 }, label, content) })
    }
    return simulation.database.transaction(() => {
      phone.keys.store()
      keepOnAllPhones(simulation, { author, group, message, description, label })
      return letters.map(({ companion, node }) => {
        simulation.groups.noteSenderKey(group.id, author.number, companion)
        return simulation.outbox.add(companion, node)
      })
    })
  })
  simulation.outbox.release(parcels)
  return label.id
}

/**
 * Encrypts a group message again for one device that could not decrypt it, with the sender key for later messages.
 */
export async function sealInGroup(
  simulation: MessageWorld,
  letter: Written & { companion: Companion },
): Promise<BinaryNode> {
  const { author, group, message, description, label, companion } = letter
  const key = await simulation.phones.of(author).senderKey(group.id, lidJid(author))
  const enc = await sealKey(simulation, author, companion, { ...message, ...key })
  simulation.groups.noteSenderKey(group.id, author.number, companion)
  return inGroup(group, { author, device: 0 }, label, [marked(enc, description)])
}

type Written = {
  author: Member
  group: Group
  message: proto.IMessage
  description: Description
  label: Label
}

function sealKey(
  simulation: MessageWorld,
  author: Member,
  companion: Companion,
  message: proto.IMessage,
): Promise<BinaryNode> {
  const keys = () => takeSessionKeys(simulation, companion)
  return simulation.phones.of(author).encrypt(deviceLidJid(companion), message, keys)
}

function keepOnAllPhones(simulation: MessageWorld, written: Written): void {
  const { author, group, message, description, label } = written
  const content = proto.Message.encode(message).finish()
  for (const { number } of group.members) {
    keepOnPhone(simulation, {
      description,
      phone: number,
      id: label.id,
      chat: group.id,
      from: author.number,
      fromMe: number === author.number,
      at: label.at,
      status: 'delivered',
      addressedAs: group.id,
      addressing: 'lid',
      content,
    })
  }
}
