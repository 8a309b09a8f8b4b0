import { eraseEmptyRooms } from '../chats/erase-chats.ts'
import {
  changeChatMessage,
  chatMessageKey,
  chatMessagesBefore,
  chatPlaceKey,
} from '../chats/message-store.ts'
import { allChats } from '../chats/store.ts'
import { fileOfMessage, type StoredChatMessage } from '../chats/stored-chat.ts'
import type { CleanUp } from './clean-up.ts'

interface ChatCutoffs {
  /** Messages before this moment are deleted, in milliseconds since 1970; null: none. */
  conversations: number | null
  /** Files of messages before this moment are deleted. */
  media: number | null
  /** Files before this moment are already deleted. */
  mediaFrom: number | undefined
}

/** Messages deleted in one request, each with its place. */
const AT_ONCE = 50

/**
 * Deletes messages among colleagues, and their files, as old as those of customers: customers are written about there.
 * Rooms stay, without the messages, as long as they have users. @returns whether it reached the end
 */
export async function cleanChats(work: CleanUp, cutoffs: ChatCutoffs): Promise<boolean> {
  await eraseEmptyRooms(work.table, work.forgetFile)
  for (const { id } of await allChats(work.table)) {
    if (work.isOver()) return false
    await forgetMessages(work, id, cutoffs.conversations)
    await forgetFiles(work, id, cutoffs)
  }
  return true
}

async function forgetMessages(work: CleanUp, chatId: string, cutoff: number | null): Promise<void> {
  if (cutoff === null) return
  let batch: StoredChatMessage[] = []
  const flush = async () => {
    await work.table.deleteMany(batch.flatMap((each) => [chatPlaceKey(each), chatMessageKey(each)]))
    work.count('conversations', batch.length)
    batch = []
  }
  for await (const message of chatMessagesBefore(work.table, chatId, cutoff)) {
    await forgetFile(work, message)
    batch.push(message)
    if (batch.length === AT_ONCE) await flush()
  }
  if (batch.length > 0) await flush()
}

async function forgetFiles(work: CleanUp, chatId: string, { media, mediaFrom }: ChatCutoffs): Promise<void> {
  if (media === null) return
  for await (const message of chatMessagesBefore(work.table, chatId, media, mediaFrom))
    if (await forgetFile(work, message)) await changeChatMessage(work.table, message, { isFileGone: true })
}

/** @returns whether there was one */
async function forgetFile({ table, forgetFile: forget, count }: CleanUp, message: StoredChatMessage) {
  const key = fileOfMessage(table.companyId, message)
  if (!key) return false
  await forget(key)
  count('media', 1)
  return true
}
