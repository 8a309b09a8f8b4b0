import { conversationKey } from '../../conversations/conversation.ts'
import { changeMessage, messageOfId, type StoredMessage } from '../../conversations/message.ts'
import { placeholderIn } from '../../messages/content.ts'
import { isSamePerson } from '../../messages/inbound.ts'
import { previewOf } from '../../messages/preview.ts'
import { forgetWords } from '../../search/word-rows.ts'
import { committed } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { getTicket, writeTicket } from '../store/tickets.ts'

/**
 * Replaces a placeholder with the content that came later. The message keeps its ticket and its number.
 * @param message what came. Members of a group know the ids of its messages: only the same person in the same conversation
 * can complete one
 * @returns the stored message; undefined if it was deleted meanwhile, or is another person's
 */
export async function replacePlaceholder(
  table: TenantTable,
  message: StoredMessage,
): Promise<StoredMessage | undefined> {
  const { connectionId, chat, sender, content, original = '', quoted } = message
  const known = await messageOfId(table, connectionId, message)
  if (known?.chat !== chat || (sender && !isSamePerson(sender, known.sender))) return undefined
  const [standing, coming] = [known && placeholderIn(known.content), placeholderIn(content)]
  if (!standing || coming === standing || coming === 'unreadable') return known
  const contentRevision = (known.contentRevision ?? 0) + 1
  const set = { content, original, contentRevision, ...(quoted && { quoted }) }
  await forgetWords(table, [known])
  if (!(await changeMessage(table, known, { set }))) return undefined
  const preview = previewOf(content)
  const head = conversationKey(connectionId, known.chat)
  await committed(table.update(head, { set: { preview } }, { lastAt: known.at }))
  const ticket = known.ticketId ? await getTicket(table, known.ticketId) : undefined
  // Only for show: a ticket that changes at this moment has a newer message.
  if (ticket?.lastAt === known.at) await writeTicket(table, ticket, { ...ticket, preview })
  return { ...known, ...set }
}
