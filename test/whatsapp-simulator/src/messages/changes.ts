import { isAdmin, memberOf } from '../groups/groups.ts'
import type { Ignored } from './description.ts'
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
  const { description } = added
  const { type, target } = description
  const ignored = whyIgnored(simulation, { ...added, type, target })
  simulation.messages.add(ignored ? { ...added, description: { ...description, ignored } } : added)
}

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
