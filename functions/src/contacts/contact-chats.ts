import { isChatBlocked } from '@recado/shared/contact-blocks/store'
import { wholeContact } from '@recado/shared/contacts/merges'
import { chatsOfContact, type StoredContact } from '@recado/shared/contacts/stored-contact'
import type { Chat } from '@recado/shared/messages/chat'
import { spellingsOf } from '@recado/shared/phone-numbers/canonical-key'
import type { TenantTable } from '@recado/shared/table/tenant'

/**
 * All conversations of a contact's person, each once: by each number and LID of the contact and of the contacts merged into
 * it. A number with a second spelling counts under both.
 */
export async function allChatsOf(table: TenantTable, contact: StoredContact): Promise<Chat[]> {
  const chats = (await wholeContact(table, contact)).flatMap(chatsOfContact)
  return [...new Set(chats.flatMap((chat) => spellingsOf(chat)))]
}

export const isAnyChatBlocked = async (table: TenantTable, chats: readonly Chat[]): Promise<boolean> =>
  (await Promise.all(chats.map((chat) => isChatBlocked(table, chat)))).includes(true)
