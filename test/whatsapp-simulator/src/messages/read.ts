import type { Account } from '../accounts/accounts.ts'
import type { Simulation } from '../simulation.ts'
import type { Message } from './messages.ts'
import type { Parcel } from './outbox.ts'
import { readReceipts, selfReadReceipts } from './receipts.ts'

/** Somebody opens a chat on their phone and sees all that is new in it. Answers how many messages that was. */
export function readChat(
  simulation: Simulation,
  { reader, author }: { reader: Account; author: Account },
): number {
  const unread = simulation.messages.unread(reader.number, author.number)
  if (unread.length === 0) return 0
  const parcels = simulation.database.transaction(() => {
    markRead(simulation, { reader: reader.number, author: author.number, ids: unread.map(({ id }) => id) })
    const receipts = [...byAddress(unread)].flatMap(([addressedAs, ids]) =>
      readReceipts(simulation, { author, ids, addressedAs }),
    )
    return [...receipts, ...toOwnDevices(simulation, reader, author, unread)]
  })
  simulation.outbox.release(parcels)
  return unread.length
}

/** The messages have their blue ticks, on the reader's phone and on the author's. */
export function markRead(
  simulation: Simulation,
  { reader, author, ids }: { reader: string; author: string; ids: string[] },
): void {
  for (const id of new Set(ids)) {
    simulation.messages.advance(reader, id, 'read')
    simulation.messages.advance(author, id, 'read')
  }
}

/** One receipt comes from one JID: the ids of the messages that were written to each. */
export function byAddress(messages: Message[]): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const { id, addressedAs } of messages) ids.set(addressedAs, [...(ids.get(addressedAs) ?? []), id])
  return ids
}

function toOwnDevices(simulation: Simulation, owner: Account, author: Account, unread: Message[]): Parcel[] {
  return selfReadReceipts(simulation, { owner, author, ids: unread.map(({ id }) => id) })
}
