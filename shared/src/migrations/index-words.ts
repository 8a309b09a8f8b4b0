import { connectionIdsEver } from '../connections/store.ts'
import { conversationKey } from '../conversations/conversation.ts'
import { messageKey, placeKey, type StoredMessage } from '../conversations/message.ts'
import type { Chat } from '../messages/chat.ts'
import { wordRowsOf } from '../search/word-rows.ts'
import { allRows, committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { pagesOf } from './pages-of.ts'

/** The counts of a MigrationReport. */
interface Counts {
  rows: number
  old: number
  upgraded: number
}

/**
 * Writes the missing words of a company's messages, so that a search finds messages from before there was one. A second
 * run writes nothing.
 * @param isApplied whether rows are written; otherwise they are only counted
 * @param counts raised by this call: `rows` messages, `old` words that are missing
 */
export async function indexMessages(table: TenantTable, isApplied: boolean, counts: Counts): Promise<void> {
  for (const connectionId of await connectionIdsEver(table)) {
    const { pk } = conversationKey(connectionId, '')
    for await (const { chat } of allRows(table, { pk, consistent: true }))
      for await (const messages of pagesOf(table, messagesOf(connectionId, chat))) {
        counts.rows += messages.length
        const missing = await indexPage(table, messages, isApplied)
        counts.old += missing
        if (isApplied) counts.upgraded += missing
      }
  }
}

const messagesOf = (connectionId: string, chat: Chat) =>
  messageKey({ connectionId, chat, at: '', messageId: '' }).pk

/** @returns how many words were missing */
async function indexPage(
  table: TenantTable,
  messages: readonly StoredMessage[],
  isApplied: boolean,
): Promise<number> {
  const wanted = messages.flatMap(wordRowsOf)
  const stored = new Set((await table.getMany(wanted)).map(({ pk, sk }) => `${pk} ${sk}`))
  const missing = wanted.filter(({ pk, sk }) => !stored.has(`${pk} ${sk}`))
  if (!isApplied || missing.length === 0) return missing.length
  // The first notes were stored without a place, by which a search finds them.
  for (const note of messages.filter(({ content }) => content.type === 'note'))
    await committed(
      table.put(
        { ...placeKey(note.connectionId, note), chat: note.chat, at: note.at },
        { pk: { exists: false } },
      ),
    )
  await table.putMany(missing)
  return missing.length
}
