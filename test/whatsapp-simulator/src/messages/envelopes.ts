import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { deviceLidJid, lidJid, phoneJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import type { Group, Member } from '../groups/groups.ts'
import { asAuthor } from '../groups/identities.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'
import type { Addressing } from './messages.ts'

/** Outer attributes of a message to a linked device. `at` is in milliseconds, `type` is for example text. */
export type Label = {
  id: string
  type: string
  at: number
  /** The change that the message makes: 1 edits, 7 deletes, 8 deletes as a group's admin. */
  edit?: string
}

/** A person wrote to the account, under the LID with or without the number beside it, or under the number. */
export function fromPerson(
  author: Account,
  { at, ...label }: Label,
  { content, addressing }: { content: BinaryNode[]; addressing: Addressing },
): BinaryNode {
  const notify = author.name || author.number
  return stanza('message', { ...asSender(author, addressing), ...label, t: inSeconds(at), notify }, content)
}

/** A broadcast list. Only its owner knows its members. */
const LIST = '1700000000@broadcast'

function asSender(author: Account, addressing: Addressing) {
  if (addressing === 'pn') {
    return { from: phoneJid(author), sender_lid: lidJid(author), addressing_mode: 'pn' }
  }
  if (addressing === 'list' || addressing === 'status') {
    const from = addressing === 'list' ? LIST : 'status@broadcast'
    return { from, participant: lidJid(author), participant_pn: phoneJid(author), addressing_mode: 'lid' }
  }
  const number = addressing === 'hidden' ? undefined : phoneJid(author)
  return { from: lidJid(author), sender_pn: number, addressing_mode: 'lid' }
}

/** A group message, from a phone or, with `device`, from a linked device. */
export function inGroup(
  group: Group,
  { author, device }: { author: Member; device: number },
  { at, ...label }: Label,
  content: BinaryNode[],
): BinaryNode {
  const notify = author.name || author.number
  const route = { from: group.id, ...asAuthor(group, author, device) }
  return stanza('message', { ...route, ...label, t: inSeconds(at), notify }, content)
}

/**
 * The account's own phone wrote to a person, and its devices get a copy. It must not name the own number as the
 * sender's: Baileys would store it as the number of the recipient's LID.
 */
export function fromOwnPhone(
  owner: Account,
  to: Account,
  { at, ...label }: Label,
  content: BinaryNode[],
): BinaryNode {
  const number = to.hidesNumber ? undefined : phoneJid(to)
  const route = { from: lidJid(owner), recipient: lidJid(to), peer_recipient_pn: number }
  const notify = owner.name || owner.number
  return stanza('message', { ...route, addressing_mode: 'lid', ...label, t: inSeconds(at), notify }, content)
}

/** Another device wrote: of another company, or, with `recipient`, of the same account to that JID. */
export function fromDevice(
  { sender, name, recipient }: { sender: Companion; name: string; recipient: string | undefined },
  { at, ...label }: Label,
  content: BinaryNode[],
): BinaryNode {
  const route = recipient ? { recipient } : { sender_pn: phoneJid(sender) }
  const attributes = {
    from: deviceLidJid(sender),
    ...route,
    addressing_mode: 'lid',
    ...label,
    t: inSeconds(at),
  }
  return stanza('message', { ...attributes, notify: name || sender.number }, content)
}

/** A message of the own phone to one of its devices alone, such as the history. */
export function fromPeer(owner: Account, { id, type, at }: Label, content: BinaryNode[]): BinaryNode {
  const sender = { from: lidJid(owner), sender_pn: phoneJid(owner), addressing_mode: 'lid' }
  return stanza('message', { ...sender, id, t: inSeconds(at), type, category: 'peer' }, content)
}
