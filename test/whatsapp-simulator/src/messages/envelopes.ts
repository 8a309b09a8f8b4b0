import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { deviceLidJid, lidJid, phoneJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'

/** What is written on the outside of a message for a linked device. `at` is in milliseconds, `type` e.g. text. */
export type Label = { id: string; type: string; at: number }

/** A person wrote to the account. */
export function fromPerson(author: Account, { id, type, at }: Label, content: BinaryNode[]): BinaryNode {
  const sender = { from: lidJid(author), sender_pn: phoneJid(author), addressing_mode: 'lid' }
  const notify = author.name || author.number
  return stanza('message', { ...sender, id, t: inSeconds(at), type, notify }, content)
}

/**
 * The account's own phone wrote to somebody; its devices get a copy. Naming the own number as the sender's would
 * make Baileys believe that it belongs to the recipient's LID.
 */
export function fromOwnPhone(owner: Account, to: Account, label: Label, content: BinaryNode[]): BinaryNode {
  const { id, type, at } = label
  const route = { from: lidJid(owner), recipient: lidJid(to), peer_recipient_pn: phoneJid(to) }
  const notify = owner.name || owner.number
  return stanza('message', { ...route, addressing_mode: 'lid', id, t: inSeconds(at), type, notify }, content)
}

/** Another device wrote: of another company, or, with `recipient`, of the same account to that JID. */
export function fromDevice(
  { sender, name, recipient }: { sender: Companion; name: string; recipient: string | undefined },
  { id, type, at }: Label,
  content: BinaryNode[],
): BinaryNode {
  const route = recipient ? { recipient } : { sender_pn: phoneJid(sender) }
  const attributes = {
    from: deviceLidJid(sender),
    ...route,
    addressing_mode: 'lid',
    id,
    t: inSeconds(at),
    type,
  }
  return stanza('message', { ...attributes, notify: name || sender.number }, content)
}

/** The own phone speaks to its device alone (history, for example). */
export function fromPeer(owner: Account, { id, type, at }: Label, content: BinaryNode[]): BinaryNode {
  const sender = { from: lidJid(owner), sender_pn: phoneJid(owner), addressing_mode: 'lid' }
  return stanza('message', { ...sender, id, t: inSeconds(at), type, category: 'peer' }, content)
}
