import { type BinaryNode, encodeBigEndian, jidNormalizedUser } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { lidJid, phoneJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import type { Group } from '../groups/groups.ts'
import { memberJid } from '../groups/identities.ts'
import type { Simulation } from '../simulation.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'
import type { Submission } from './accept.ts'
import type { Parcel } from './outbox.ts'

/** Whose messages a receipt is about, under which JID they were written, and in a group who has them. */
type Receipted = { author: { number: string }; addressedAs: string; participant?: string }

/** The message has reached a phone: the author's devices learn it, also those that are away now. */
export function deliveryReceipts(
  simulation: Simulation,
  { id, ...to }: Receipted & { id: string },
): Parcel[] {
  return receiptsToAuthor(simulation, { ...to, ids: [id], type: undefined })
}

/** Somebody has opened the messages, which `author` wrote to them under one JID. */
export function readReceipts(simulation: Simulation, read: Receipted & { ids: string[] }): Parcel[] {
  return receiptsToAuthor(simulation, { ...read, type: 'read' })
}

/** The owner has opened messages on the phone: the own devices learn that there is nothing unread. */
export function selfReadReceipts(
  simulation: Simulation,
  { owner, author, ids, group }: { owner: Account; author: Account; ids: string[]; group: Group | undefined },
): Parcel[] {
  const route = group
    ? { from: group.id, participant: memberJid(group, owner), recipient: memberJid(group, author) }
    : { from: lidJid(owner), recipient: lidJid(author) }
  const node = receipt(simulation, ids, { ...route, type: 'read-self' })
  return simulation.companions.of(owner).map((companion) => simulation.outbox.add(companion, node))
}

/** The own phone has its copy of what a linked device sent; Baileys takes this for "the server has it". */
export function senderReceipt(
  simulation: Simulation,
  sender: Companion,
  { id, to }: { id: string; to: string },
): Parcel[] {
  const attributes = { from: phoneJid(sender), recipient: jidNormalizedUser(to), type: 'sender' }
  return [simulation.outbox.add(sender, receipt(simulation, [id], attributes))]
}

/** A phone could not decrypt a message and asks its author for it, five times at most. */
export function retryReceipt(
  simulation: Simulation,
  submission: Submission,
  { phone, participant }: { phone: { number: string }; participant?: string },
): Parcel[] {
  const { sender, id, to } = submission
  const count = simulation.requestedRetries.ask(sender, { id, phone: phone.number })
  if (count > MOST_RETRIES) return []
  const isOwnChat = phone.number === sender.number && !participant
  const route = isOwnChat
    ? { from: phoneJid(phone), recipient: to }
    : { from: jidNormalizedUser(to), participant }
  const t = inSeconds(simulation.now())
  const { registrationId } = simulation.phones.of(phone).credentials
  const node = stanza('receipt', { ...route, id, type: 'retry', t }, [
    stanza('retry', { count: String(count), id, t, v: '1' }),
    stanza('registration', {}, encodeBigEndian(registrationId)),
  ])
  return [simulation.outbox.add(sender, node)]
}

const MOST_RETRIES = 5

/**
 * Receipts come from the JID that the author wrote to. A phone's messages are written under LIDs, those of a
 * linked device under whichever JID its client chose.
 */
function receiptsToAuthor(
  simulation: Simulation,
  receipted: Receipted & { ids: string[]; type: 'read' | undefined },
): Parcel[] {
  const { author, ids, addressedAs, participant, type } = receipted
  const from = jidNormalizedUser(addressedAs)
  const isGrouped = participant !== undefined && simulation.faults.groupsReceipts
  const node = isGrouped
    ? groupedReceipt(simulation, ids, { from, participant, type })
    : receipt(simulation, ids, { from, participant, type })
  return simulation.companions.of(author).map((companion) => simulation.outbox.add(companion, node))
}

/** What members of a group have done with messages, by message: its own id is no message's. */
function groupedReceipt(
  simulation: Simulation,
  ids: string[],
  { from, participant, type }: { from: string; participant: string; type: 'read' | undefined },
): BinaryNode {
  const t = inSeconds(simulation.now())
  const groups = ids.map((key) => stanza('participants', { key }, [stanza('user', { jid: participant, t })]))
  return stanza('receipt', { from, type, id: simulation.newStanzaId(), t }, groups)
}

function receipt(
  simulation: Simulation,
  [id = '', ...more]: string[],
  attributes: Record<string, string | undefined>,
): BinaryNode {
  const list = stanza(
    'list',
    {},
    more.map((item) => stanza('item', { id: item })),
  )
  const t = inSeconds(simulation.now())
  return stanza('receipt', { ...attributes, id, t }, more.length > 0 ? [list] : undefined)
}
