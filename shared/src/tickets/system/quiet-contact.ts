import { markOfChat, survivorOf } from '../../contacts/store.ts'
import type { Chat } from '../../messages/chat.ts'
import type { TenantTable } from '../../table/tenant.ts'

/** Whether the person of a conversation gets no automatic messages: a user decided so in the contact (part 4 §16). */
export async function isQuietContact(table: TenantTable, chat: Chat): Promise<boolean> {
  const mark = await markOfChat(table, chat)
  const contact = mark?.mergedInto ? await survivorOf(table, mark.mergedInto) : mark
  return contact?.botDisabled ?? false
}
