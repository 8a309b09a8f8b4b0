import {
  type BinaryNode,
  extractE2ESessionFromRetryReceipt,
  getBinaryNodeChild,
  proto,
} from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { deviceLidJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import type { Parcel } from '../companions/outbox.ts'
import { takeSessionKeys } from '../companions/session-keys.ts'
import { memberOf } from '../groups/groups.ts'
import { sealHistory } from './history.ts'
import type { MessageWorld } from './world.ts'
import { garbled, labelOf, sealLetter } from './write.ts'
import { sealInGroup } from './write-to-group.ts'

/**
 * A linked device could not decrypt a phone's message. The phone starts a new session, with the keys in the retry
 * receipt or on the server, and resends the message under the same id, five times at most.
 */
export async function sendAgain(
  simulation: MessageWorld,
  { asker, author, receipt }: { asker: Companion; author: Account; receipt: BinaryNode },
): Promise<Parcel[]> {
  const count = Number(getBinaryNodeChild(receipt, 'retry')?.attrs.count ?? 1)
  if (count > MOST_RETRIES) return []
  return simulation.phones.inOrder(async () => {
    const phone = simulation.phones.of(author)
    await phone.forgetSession(deviceLidJid(asker))
    const offered = extractE2ESessionFromRetryReceipt(receipt)
    await phone.open(deviceLidJid(asker), offered ?? takeSessionKeys(simulation, asker))
    const node = await sealOnceMore(simulation, { asker, author, id: receipt.attrs.id ?? '' })
    return simulation.database.transaction(() => {
      phone.keys.store()
      if (!node) return []
      const isGarbled = count < simulation.faults.garbledCopies(asker.number)
      return [simulation.outbox.add(asker, counted(isGarbled ? garbled(node) : node, count))]
    })
  })
}

const MOST_RETRIES = 5

async function sealOnceMore(
  simulation: MessageWorld,
  { asker, author, id }: { asker: Companion; author: Account; id: string },
): Promise<BinaryNode | undefined> {
  const [written] = simulation.messages.withId(author.number, id).filter(({ fromMe }) => fromMe)
  if (!written) {
    // Stanzas of the own phone that are not messages are parts of the history.
    return asker.number === author.number ? sealHistory(simulation, asker, id) : undefined
  }
  const message = proto.Message.decode(written.content)
  const { description, addressing, chat } = written
  const letter = { message, description, label: labelOf(message, written), companion: asker }
  const group = simulation.groups.find(chat)
  const member = group && memberOf(group, author)
  if (member) {
    return memberOf(group, asker) && sealInGroup(simulation, { ...letter, author: member, group })
  }
  const to = simulation.accounts.find(chat)
  return to && sealLetter(simulation, { ...letter, author, to, addressing })
}

function counted(node: BinaryNode, count: number): BinaryNode {
  const content = Array.isArray(node.content) ? node.content : []
  return {
    ...node,
    content: content.map((enc) => ({ ...enc, attrs: { ...enc.attrs, count: String(count) } })),
  }
}
