import type { Account } from '../accounts/accounts.ts'
import type { Parcel } from '../companions/outbox.ts'
import { type Group, memberOf } from '../groups/groups.ts'
import { memberJid } from '../groups/identities.ts'
import type { Message } from './messages.ts'
import { readReceipts, selfReadReceipts } from './receipts.ts'
import type { MessageWorld } from './world.ts'

/**
 * A person opens a chat (a number or a group's id) on their phone and reads its new messages. Returns their number.
 */
export function readChat(
  simulation: MessageWorld,
  { reader, chat }: { reader: Account; chat: string },
): number {
  const unread = simulation.messages.unread(reader.number, chat)
  if (unread.length === 0) return 0
  const parcels = simulation.database.transaction(() => {
    const receipts = markRead(simulation, reader.number, unread)
    return [...receipts, ...toOwnDevices(simulation, reader, unread)]
  })
  simulation.outbox.release(parcels)
  return unread.length
}

/**
 * Gives messages their blue ticks on the reader's phone and on the authors', in a group once all members have read.
 * Returns the receipts for authors with linked devices.
 */
export function markRead(simulation: MessageWorld, reader: string, messages: Message[]): Parcel[] {
  for (const { id, chat, from, addressedAs } of messages) {
    simulation.messages.advance(reader, id, 'read')
    const isGroup = addressedAs === chat
    if (!isGroup || simulation.messages.isReadByAll(chat, id)) simulation.messages.advance(from, id, 'read')
  }
  return together(messages).flatMap(({ author, addressedAs, ids }) => {
    const participant = participantIn(simulation, addressedAs, reader)
    return readReceipts(simulation, { author: { number: author }, ids, addressedAs, participant })
  })
}

/** Groups messages per receipt: a receipt has one author and one JID. */
function together(messages: Message[]): { author: string; addressedAs: string; ids: string[] }[] {
  const found = new Map<string, { author: string; addressedAs: string; ids: string[] }>()
  for (const { id, from, addressedAs } of messages) {
    const key = `${from} ${addressedAs}`
    const receipt = found.get(key) ?? { author: from, addressedAs, ids: [] }
    if (!receipt.ids.includes(id)) receipt.ids.push(id)
    found.set(key, receipt)
  }
  return [...found.values()]
}

function participantIn(simulation: MessageWorld, addressedAs: string, number: string): string | undefined {
  const group = simulation.groups.find(addressedAs)
  const member = group && memberOf(group, { number })
  return member && memberJid(group, member)
}

function toOwnDevices(simulation: MessageWorld, owner: Account, unread: Message[]): Parcel[] {
  return together(unread).flatMap(({ author: number, addressedAs, ids }) => {
    const author = simulation.accounts.find(number)
    const group: Group | undefined = simulation.groups.find(addressedAs)
    return author ? selfReadReceipts(simulation, { owner, author, ids, group }) : []
  })
}
