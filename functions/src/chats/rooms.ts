import { hasPermission } from '@recado/shared/access'
import type { Chat, ChatChange } from '@recado/shared/chats/chat'
import { changeRoom } from '@recado/shared/chats/store'
import { isIn, type StoredChat } from '@recado/shared/chats/stored-chat'
import { DomainError } from '@recado/shared/errors/errors'
import { queueCleanups } from '@recado/shared/queues/after-calls'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { ports, tableOf } from '../context.ts'
import { chatUsers } from './chats.ts'
import { publishChat, publishLeft } from './live.ts'
import { ownChat } from './own-chat.ts'
import { shownChat } from './shown.ts'

/**
 * Changes a room's title or users. The caller stays in it.
 * @throws DomainError ERR_NO_CHAT_FOUND, ERR_CHAT_OF_TWO, ERR_NO_USER_FOUND; ERR_NO_PERMISSION for users who neither made
 * the room nor are admins
 */
export const update = (actor: Actor, chatId: string, { title, userIds }: ChatChange): Promise<Chat> =>
  retrying(
    tableOf(actor.companyId),
    () => ownRoom(actor, chatId),
    async (room) => {
      if (room.makerId !== actor.userId && !hasPermission(actor.profile, 'drawer-admin-items:view'))
        throw new DomainError('forbidden', 'ERR_NO_PERMISSION', 'Only its maker or an admin changes a room')
      const users = userIds ? await chatUsers(actor, userIds) : room.users
      const after = await changeRoom(tableOf(actor.companyId), room, { title: title ?? room.title, users })
      if (!after) return AGAIN
      await publishChat(actor.companyId, after)
      await publishLeft(actor.companyId, chatId, leftOf(room, after))
      return shownChat(actor, after)
    },
  )

/** @throws DomainError ERR_NO_CHAT_FOUND, ERR_CHAT_OF_TWO */
export const leave = (actor: Actor, chatId: string): Promise<undefined> =>
  retrying(
    tableOf(actor.companyId),
    () => ownRoom(actor, chatId),
    async (room) => {
      const { companyId, userId } = actor
      const users = room.users.filter((user) => user.userId !== userId)
      // Queued before: if this call dies behind it, the room is deleted nevertheless.
      if (users.length === 0) await queueCleanups(ports.queues, { companyId, kind: 'user', id: userId })
      const after = await changeRoom(tableOf(companyId), room, { title: room.title, users })
      if (!after) return AGAIN
      await publishChat(companyId, after)
      await publishLeft(companyId, chatId, [userId])
      return undefined
    },
  )

async function ownRoom(actor: Actor, chatId: string): Promise<StoredChat> {
  const chat = await ownChat(actor, chatId)
  if (chat.title === null)
    throw new DomainError('conflict', 'ERR_CHAT_OF_TWO', 'This is a conversation of two, not a room')
  return chat
}

const leftOf = ({ users }: StoredChat, after: StoredChat): string[] =>
  users.map(({ userId }) => userId).filter((userId) => !isIn(after, userId))
