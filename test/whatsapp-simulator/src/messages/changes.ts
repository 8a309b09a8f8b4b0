import { proto } from '@whiskeysockets/baileys'
import { isAdmin, memberOf } from '../groups/groups.ts'
import type { Description, Ignored } from './description.ts'
import type { Message, NewMessage } from './messages.ts'
import type { MessageWorld } from './world.ts'

/**
 * Oldest message that a change still reaches, in milliseconds.
 *
 * Edits: 15 minutes are what WhatsApp's apps offer. That the phones that receive a late edit ignore it is assumed;
 * whatsmeow's `EditWindow` of 20 minutes suggests a tolerance of the servers, which is not simulated.
 * Deletions for everyone: 48 hours are assumed (specification of customer service, part 6). WhatsApp's apps have
 * offered "a little over two days" since 2022.
 */
const WINDOWS_MS = { edit: 15 * 60_000, delete: 48 * 3_600_000 }

type Change = Pick<NewMessage, 'phone' | 'chat' | 'from' | 'at'> & {
  type: string
  target: string | undefined
}

/** Stores a message on a phone. An edit or a deletion that the phone does not apply is marked `ignored`. */
export function keepOnPhone(simulation: MessageWorld, added: NewMessage): void {
  const { type, target } = added.description
  const ignored = whyIgnored(simulation, { ...added, type, target })
  const description = type === 'edit' ? editOnPhone(simulation, added) : added.description
  simulation.messages.add({ ...added, description: ignored ? { ...description, ignored } : description })
}

/**
 * An edit as the phone shows it. A file's caption is edited by a message of the same kind. A text in its place leaves the file
 * without a caption (reported: whatsmeow#684, WAHA#1374).
 */
function editOnPhone(simulation: MessageWorld, { phone, description, content }: NewMessage): Description {
  const [changed] = simulation.messages.withId(phone, description.target ?? '')
  const kind = changed && CAPTIONED.find((one) => one === `${changed.description.type}Message`)
  const { editedMessage } = proto.Message.decode(content).protocolMessage ?? {}
  return kind && !editedMessage?.[kind] ? { ...description, text: '' } : description
}

const CAPTIONED = ['imageMessage', 'videoMessage', 'documentMessage'] as const

/** The reason why a phone does not apply an edit or a deletion; undefined if it does. */
export function whyIgnored(simulation: MessageWorld, change: Change): Ignored | undefined {
  const { type, phone, chat, target = '', at } = change
  if (type !== 'edit' && type !== 'delete') return undefined
  const changed = simulation.messages.withId(phone, target).find((message) => message.chat === chat)
  if (!changed) return 'unknown'
  if (!mayChange(simulation, change, changed)) return 'notAllowed'
  return at - changed.at > WINDOWS_MS[type] ? 'late' : undefined
}

/** Authors change their own messages. A group's admins may also delete other people's, as in WhatsApp's apps. */
function mayChange(simulation: MessageWorld, { type, from, chat }: Change, changed: Message): boolean {
  if (changed.from === from) return true
  const group = type === 'delete' ? simulation.groups.find(chat) : undefined
  return group !== undefined && isAdmin(memberOf(group, { number: from }))
}
