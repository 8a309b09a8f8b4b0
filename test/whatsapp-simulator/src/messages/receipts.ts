import { type BinaryNode, encodeBigEndian, jidNormalizedUser } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { lidJid, phoneJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import type { Parcel } from '../companions/outbox.ts'
import type { Group } from '../groups/groups.ts'
import { memberJid } from '../groups/identities.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'
import type { Submission } from './accept.ts'
import type { MessageWorld } from './world.ts'

/** Subject of a receipt: the messages' author, the JID they were written to, and in a group the member. */
type Receipted = { author: { number: string }; addressedAs: string; participant?: string }

/** The message reached a phone. The author's devices are informed, disconnected ones later. */
export function deliveryReceipts(
  simulation: MessageWorld,
  { id, ...to }: Receipted & { id: string },
): Parcel[] {
  return receiptsToAuthor(simulation, { ...to, ids: [id], type: undefined })
}

/** A person opened messages that `author` wrote to them under one JID. */
export function readReceipts(simulation: MessageWorld, read: Receipted & { ids: string[] }): Parcel[] {
  return receiptsToAuthor(simulation, { ...read, type: 'read' })
}

/** The owner opened messages on the phone. The own devices learn that nothing is unread. */
export function selfReadReceipts(
  simulation: MessageWorld,
  { owner, author, ids, group }: { owner: Account; author: Account; ids: string[]; group: Group | undefined },
): Parcel[] {
  const route = group
    ? { from: group.id, participant: memberJid(group, owner), recipient: memberJid(group, author) }
    : { from: lidJid(owner), recipient: lidJid(author) }
  const node = receipt(simulation, ids, { ...route, type: 'read-self' })
  return simulation.companions.of(owner).map((companion) => simulation.outbox.add(companion, node))
}

/** The own phone has its copy of a linked device's message. Baileys takes this for "the server has it". */
export function senderReceipt(
  simulation: MessageWorld,
  sender: Companion,
  { id, to }: { id: string; to: string },
): Parcel[] {
  const attributes = { from: phoneJid(sender), recipient: jidNormalizedUser(to), type: 'sender' }
  return [simulation.outbox.add(sender, receipt(simulation, [id], attributes))]
}

/** A phone could not decrypt a message and asks its author for it, five times at most. */
export function retryReceipt(
  simulation: MessageWorld,
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
 * Receipts come from the JID that the author wrote to. A phone writes to LIDs; a linked device to the JID that its
 * client chose.
 */
function receiptsToAuthor(
  simulation: MessageWorld,
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

/** What a group's members did with messages, by message. The stanza's own id is not a message's. */
function groupedReceipt(
  simulation: MessageWorld,
  ids: string[],
  { from, participant, type }: { from: string; participant: string; type: 'read' | undefined },
): BinaryNode {
  const t = inSeconds(simulation.now())
  const groups = ids.map((key) => stanza('participants', { key }, [stanza('user', { jid: participant, t })]))
  return stanza('receipt', { from, type, id: simulation.newStanzaId(), t }, groups)
}

function receipt(
  simulation: MessageWorld,
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
