import { clearPartition } from '../table/clear-partition.ts'
import { AGAIN, retrying } from '../table/retrying.ts'
import { allRows } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { messagesOfChat, placesOfChat } from './message-store.ts'
import { allChats, changeRoom, deleteChat, getChat, membershipKey } from './store.ts'
import { fileOfMessage, type StoredChat } from './stored-chat.ts'

/** Deletes a file by its key. */
type ForgetFile = (key: string) => Promise<void>

/** Deletes a conversation without users, with its messages and their files. Idempotent. */
async function eraseChat(table: TenantTable, chat: StoredChat, forgetFile: ForgetFile): Promise<void> {
  for await (const message of allRows(table, { pk: messagesOfChat(chat.id), consistent: true })) {
    const key = fileOfMessage(table.companyId, message)
    if (key) await forgetFile(key)
  }
  await clearChat(table, chat.id)
  await deleteChat(table, chat)
}

/** Deletes all messages of a conversation; their files are deleted otherwise. */
export async function clearChat(table: TenantTable, chatId: string): Promise<void> {
  await clearPartition(table, messagesOfChat(chatId))
  await clearPartition(table, placesOfChat(chatId))
}

/** Deletes the rooms that all users have left. */
export async function eraseEmptyRooms(table: TenantTable, forgetFile: ForgetFile): Promise<void> {
  for (const chat of await allChats(table))
    if (chat.users.length === 0) await eraseChat(table, chat, forgetFile)
}

/**
 * Takes a deleted user out of all conversations. A conversation of two stays with the other user, and with the name of the
 * deleted one. Idempotent.
 * @param isGone whether a user was deleted
 */
export async function forgetChatsOf(
  table: TenantTable,
  userId: string,
  { isGone, forgetFile }: { isGone: (userId: string) => Promise<boolean>; forgetFile: ForgetFile },
): Promise<void> {
  const { pk } = membershipKey({ userId, chatId: '' })
  for await (const { chatId } of allRows(table, { pk, prefix: `${userId}#`, consistent: true })) {
    const chat = await takeOut(table, chatId, userId)
    const others = chat?.users.filter((user) => user.userId !== userId) ?? []
    const areGone = await Promise.all(others.map((other) => isGone(other.userId)))
    if (chat && areGone.every(Boolean)) await eraseChat(table, chat, forgetFile)
    // The last step, because it leads to the others.
    await table.delete(membershipKey({ userId, chatId }))
  }
}

/** Takes a user out of a room. @returns the conversation as it is then; undefined if there is none */
const takeOut = (table: TenantTable, chatId: string, userId: string): Promise<StoredChat | undefined> =>
  retrying(
    table,
    () => getChat(table, chatId),
    async (chat) => {
      if (!chat || chat.title === null) return chat
      const users = chat.users.filter((user) => user.userId !== userId)
      if (users.length === chat.users.length) return chat
      return (await changeRoom(table, chat, { title: chat.title, users })) ?? AGAIN
    },
  )
