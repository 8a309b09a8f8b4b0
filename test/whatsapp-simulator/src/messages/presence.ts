import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import type { Connection } from '../companions/connection.ts'
import { isGroupId } from '../groups/groups.ts'
import type { MessageWorld } from './world.ts'

/**
 * A linked device says that it is available or unavailable, or subscribes to a chat. A new socket is unavailable, and
 * subscribed to nothing. A presence without a type only names the device's user.
 */
export function acceptPresence(
  simulation: MessageWorld,
  connection: Connection,
  { attrs }: BinaryNode,
): void {
  const { companion } = connection
  if (!companion) return
  if (attrs.type === 'subscribe') subscribe(simulation, connection, attrs.to ?? '')
  if (attrs.type === 'unavailable') connection.available = false
  if (attrs.type !== 'available') return
  connection.available = true
  simulation.silencedPhones.note(companion.number, simulation.now())
}

/**
 * Whether a device hears that a person types in a chat. It must be available (whatsmeow on its event ChatPresence:
 * "WhatsApp won't send you these updates unless you mark yourself as online"). That it must also have subscribed to
 * the chat, or have messages in it, is assumed. Members are in their group.
 */
export function hearsTyping(
  simulation: MessageWorld,
  connection: Connection,
  { author, chat }: { author: Account; chat: string },
): boolean {
  const { companion, available, subscriptions } = connection
  if (!companion || !available) return false
  return (
    isGroupId(chat) || subscriptions.has(chat) || simulation.messages.hasChat(companion.number, author.number)
  )
}

function subscribe({ accounts }: MessageWorld, { subscriptions }: Connection, to: string): void {
  const chat = isGroupId(to) ? to : accounts.reachJid(to)?.number
  if (chat !== undefined) subscriptions.add(chat)
}
