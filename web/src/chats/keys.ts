/** Keys of this domain in the query cache. */
export const chatKeys = {
  all: ['chats'] as const,
  lists: ['chats', 'list'] as const,
  listOf: (search: string) => ['chats', 'list', { search }] as const,
  one: (chatId: string) => ['chats', 'one', chatId] as const,
  messages: (chatId: string) => ['chats', 'messages', chatId] as const,
  outgoing: (chatId: string) => ['chats', 'outgoing', chatId] as const,
  media: (chatId: string, messageId: string) => ['chats', 'media', chatId, messageId] as const,
}
