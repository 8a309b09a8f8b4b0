import type { Chat, ChatChange, ChatInput } from '@recado/shared/chats/chat'
import { chatRoutes } from '@recado/shared/chats/routes'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { useIsLive } from '../realtime/live-status.ts'
import { afterSubmitDelay } from '../ui/form.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { changeMessage, patchChat, putChat, removeChat } from './chat-cache.ts'
import { chatKeys } from './keys.ts'

/** Without live events the list asks again this often (ms). */
const POLL_MS = 30_000

/** The user's conversations, latest first. @param search in small letters, of titles and names; empty: all */
export function useChats(search = '') {
  const isLive = useIsLive()
  return usePagedList(
    {
      queryKey: chatKeys.listOf(search),
      queryFn: ({ pageParam, signal }) =>
        call(
          chatRoutes.listChats,
          { searchParam: search || undefined, cursor: pageParam || undefined },
          { signal },
        ),
      refetchInterval: isLive ? false : POLL_MS,
    },
    (page) => page.records,
  )
}

/** Unread messages in all of the user's conversations. */
export const useUnreadChats = (): number => useChats().firstPage?.unread ?? 0

export const chatQuery = (chatId: string) =>
  queryOptions({
    queryKey: chatKeys.one(chatId),
    queryFn: ({ signal }) => call(chatRoutes.getChat, { chatId }, { signal }),
  })

/** Messages of a conversation, newest first. */
export const chatMessagesQuery = (chatId: string) =>
  infiniteQueryOptions({
    queryKey: chatKeys.messages(chatId),
    queryFn: ({ pageParam, signal }) =>
      call(chatRoutes.listChatMessages, { chatId, cursor: pageParam || undefined }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore && nextCursor) || undefined,
  })

/** Begins a conversation, or finds the one that the two users have. */
export function useCreateChat() {
  const callOnce = useCallOnce()
  const client = useQueryClient()
  return useMutation({
    mutationFn: afterSubmitDelay<ChatInput, Chat>((input) => callOnce(chatRoutes.createChat, input)),
    onSuccess: (chat) => putChat(client, chat),
    meta: { showsItsError: true },
  })
}

export function useChangeChat(chatId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: afterSubmitDelay<ChatChange, Chat>((change) =>
      call(chatRoutes.updateChat, { chatId, ...change }),
    ),
    onSuccess: (chat) => putChat(client, chat),
    meta: { showsItsError: true },
  })
}

export function useLeaveChat(chatId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(chatRoutes.leaveChat, { chatId }),
    onSuccess: () => removeChat(client, chatId),
    meta: { showsItsError: true },
  })
}

/** Says how far the user has read. It shows at once. */
export function useReadChat(chatId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ messageId }: { messageId: string; seq: number }) =>
      call(chatRoutes.readChat, { chatId, messageId }),
    onMutate: ({ seq }) =>
      patchChat(client, chatId, (chat) => ({ ...chat, readSeq: Math.max(chat.readSeq, seq) })),
    onError: () => client.invalidateQueries({ queryKey: chatKeys.lists }),
    meta: { toastsItself: true },
  })
}

export function useEditChatMessage(chatId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: { messageId: string; text: string }) =>
      call(chatRoutes.editChatMessage, { chatId, ...change }),
    onSuccess: (message) => changeMessage(client, message),
    meta: { showsItsError: true },
  })
}

export function useDeleteChatMessage(chatId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (messageId: string) => call(chatRoutes.deleteChatMessage, { chatId, messageId }),
    onSuccess: () => client.invalidateQueries({ queryKey: chatKeys.messages(chatId) }),
    meta: { showsItsError: true },
  })
}
