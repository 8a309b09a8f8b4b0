import { contactMarks, survivorOf } from '../../contacts/store.ts'
import { type Chat, lidOfChat } from '../../messages/chat.ts'
import type { TenantTable } from '../../table/tenant.ts'

/** Whether the person of a conversation gets no automatic messages: a user decided so in the contact (part 4 §16). */
export async function isQuietContact(table: TenantTable, chat: Chat): Promise<boolean> {
  const lid = lidOfChat(chat)
  const { byNumber, byLid } = await contactMarks(table, lid ? { lid } : { number: chat })
  const mark = byNumber ?? byLid
  const contact = mark?.mergedInto ? await survivorOf(table, mark.mergedInto) : mark
  return contact?.botDisabled ?? false
}
