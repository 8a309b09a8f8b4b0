import { canonicalKey } from '../contacts/canonical-key.ts'
import type { Person } from './inbound.ts'

/**
 * The name of a conversation within its connection: the canonical number of the other person, `lid-…` while
 * only WhatsApp's own id of them is known, or `group-…`.
 */
export type Chat = string

export const chatOfNumber = (number: string): Chat => canonicalKey(number)
export const chatOfLid = (lid: string): Chat => `lid-${lid}`
export const chatOfGroup = (groupId: string): Chat => `group-${groupId}`

export const isGroup = (chat: Chat): boolean => chat.startsWith('group-')

/** Where a conversation of a person belongs by what is known of them. */
export const chatOfPerson = ({ number, lid }: Person): Chat =>
  number ? chatOfNumber(number) : chatOfLid(lid ?? 'unknown')

/** The address WhatsApp knows a conversation by. Of a number it is a guess until WhatsApp itself has said it. */
export function jidOf(chat: Chat): string {
  if (isGroup(chat)) return `${chat.slice('group-'.length)}@g.us`
  return chat.startsWith('lid-') ? `${chat.slice('lid-'.length)}@lid` : `${chat}@s.whatsapp.net`
}
