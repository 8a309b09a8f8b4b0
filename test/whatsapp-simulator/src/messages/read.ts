import type { Account } from '../accounts/accounts.ts'
import { type Group, memberOf } from '../groups/groups.ts'
import { memberJid } from '../groups/identities.ts'
import type { Simulation } from '../simulation.ts'
import type { Message } from './messages.ts'
import type { Parcel } from './outbox.ts'
import { readReceipts, selfReadReceipts } from './receipts.ts'

/**
 * Somebody opens a chat (a number or a group's id) on their phone and sees all that is new in it. Answers how
 * many messages that was.
 */
export function readChat(
  simulation: Simulation,
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
 * The messages have their blue ticks: on the reader's phone, and on their authors', in a group once all members
 * have read. Answers the receipts for the authors, who may be companies with linked devices.
 */
export function markRead(simulation: Simulation, reader: string, messages: Message[]): Parcel[] {
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

/** One receipt goes to one author and comes from one JID: the ids of the messages for which both are the same. */
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

function participantIn(simulation: Simulation, addressedAs: string, number: string): string | undefined {
  const group = simulation.groups.find(addressedAs)
  const member = group && memberOf(group, { number })
  return member && memberJid(group, member)
}

function toOwnDevices(simulation: Simulation, owner: Account, unread: Message[]): Parcel[] {
  return together(unread).flatMap(({ author: number, addressedAs, ids }) => {
    const author = simulation.accounts.find(number)
    const group: Group | undefined = simulation.groups.find(addressedAs)
    return author ? selfReadReceipts(simulation, { owner, author, ids, group }) : []
  })
}
