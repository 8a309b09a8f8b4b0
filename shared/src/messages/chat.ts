import { canonicalKey } from '../phone-numbers/canonical-key.ts'
import type { Person } from './inbound.ts'

/**
 * The name of a conversation within its connection: the person's canonical number, `lid-…` while only their LID is
 * known, or `group-…`.
 */
export type Chat = string

export const chatOfNumber = (number: string): Chat => canonicalKey(number)
export const chatOfLid = (lid: string): Chat => `lid-${lid}`
export const chatOfGroup = (groupId: string): Chat => `group-${groupId}`

export const isGroup = (chat: Chat): boolean => chat.startsWith('group-')
export const isOfLid = (chat: Chat): boolean => chat.startsWith('lid-')

/** The LID of a conversation that has no number yet. */
export const lidOfChat = (chat: Chat): string | undefined =>
  isOfLid(chat) ? chat.slice('lid-'.length) : undefined

/** The conversation of a person by their number or LID. */
export const chatOfPerson = ({ number, lid }: Person): Chat =>
  number ? chatOfNumber(number) : chatOfLid(lid ?? 'unknown')

/** The JID of a conversation. For a number it is a guess until WhatsApp has confirmed it. */
export function jidOf(chat: Chat): string {
  if (isGroup(chat)) return `${chat.slice('group-'.length)}@g.us`
  const lid = lidOfChat(chat)
  return lid ? `${lid}@lid` : `${chat}@s.whatsapp.net`
}
