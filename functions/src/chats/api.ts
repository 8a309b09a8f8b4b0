import { chatRoutes } from '@recado/shared/chats/routes'
import { serve } from '../serve/serve.ts'
import * as chats from './chats.ts'
import * as messages from './messages.ts'
import * as rooms from './rooms.ts'

export const handler = serve('chats', chatRoutes, {
  listChats: (query, actor) => chats.page(actor, query),
  createChat: (input, actor, exchange) => chats.create(actor, input, exchange),
  getChat: ({ chatId }, actor) => chats.get(actor, chatId),
  updateChat: ({ chatId, ...change }, actor) => rooms.update(actor, chatId, change),
  leaveChat: ({ chatId }, actor) => rooms.leave(actor, chatId),
  readChat: ({ chatId, messageId }, actor) => messages.read(actor, chatId, messageId),
  listChatMessages: ({ chatId, ...query }, actor) => messages.page(actor, chatId, query),
  sendChatMessage: ({ chatId, ...input }, actor) => messages.send(actor, chatId, input),
  editChatMessage: ({ chatId, messageId, text }, actor) => messages.edit(actor, chatId, messageId, text),
  deleteChatMessage: ({ chatId, messageId }, actor) => messages.remove(actor, chatId, messageId),
  // Loaded with the first file, as in the messages.
  getChatMedia: async ({ chatId, messageId }, actor) =>
    (await import('./chat-files.ts')).address(actor, chatId, messageId),
})
