import type { ChatExcerpt } from '@recado/shared/chats/chat'
import { chatRoutes } from '@recado/shared/chats/routes'
import type { KeptMediaInput } from '@recado/shared/messages/kept-media'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../api/call.ts'
import { uploadPreparedFile } from '../quick-replies/upload-reply-file.ts'
import { useUser } from '../session/use-session.ts'
import type { OutboxFile } from '../tickets/outbox/entry.ts'
import { textOf } from '../ui/toast.ts'
import { addMessage } from './chat-cache.ts'
import { chatKeys } from './keys.ts'

/** The typed text. */
export interface WrittenChatMessage {
  text: string
  file?: OutboxFile
  ticketUuid?: string | undefined
}

/** A message that the server has not confirmed. It is shown at once, below the others. */
export interface OutgoingChatMessage extends WrittenChatMessage {
  clientId: string
  chatId: string
  replyTo: ChatExcerpt | null
  /** ISO 8601. */
  at: string
  state: 'sending' | 'failed'
  /** Why it did not leave, in words. */
  reason: string
  /** Its file in storage. Kept, because the same message names the same file. */
  media?: KeptMediaInput
  /** The share of the file that was sent, 0 to 1. */
  share?: number
}

/** Kept as long as the page is open: the user may look at another conversation meanwhile. */
const outgoingQuery = (chatId: string) =>
  queryOptions<OutgoingChatMessage[]>({
    queryKey: chatKeys.outgoing(chatId),
    queryFn: () => [],
    initialData: [],
    // Nothing of it comes from the server.
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The last sending of each conversation: the next one waits for it, so that messages keep their order. */
const lastSending = new Map<string, Promise<void>>()

/** Sends the user's messages in a conversation, in their order. */
export function useOutgoingChatMessages(chatId: string) {
  const client = useQueryClient()
  const { id: me } = useUser()
  const { data: outgoing } = useQuery(outgoingQuery(chatId))
  const enqueue = useCallback(
    (clientId: string) => {
      const sending = (lastSending.get(chatId) ?? Promise.resolve()).then(() =>
        deliver(client, me, chatId, clientId),
      )
      lastSending.set(chatId, sending)
    },
    [client, me, chatId],
  )
  const send = useCallback(
    (messages: WrittenChatMessage[], replyTo: ChatExcerpt | null = null) => {
      for (const [index, written] of messages.entries()) {
        const clientId = crypto.randomUUID()
        const at = new Date().toISOString()
        const reply = index === 0 ? replyTo : null
        const added = { ...written, clientId, chatId, replyTo: reply, at, reason: '' }
        update(client, chatId, (known) => [...known, { ...added, state: 'sending' }])
        enqueue(clientId)
      }
    },
    [client, chatId, enqueue],
  )
  const retry = useCallback(
    ({ clientId }: OutgoingChatMessage) => {
      change(client, chatId, clientId, { state: 'sending', reason: '' })
      enqueue(clientId)
    },
    [client, chatId, enqueue],
  )
  const discard = useCallback(
    ({ clientId }: OutgoingChatMessage) => remove(client, chatId, clientId),
    [client, chatId],
  )
  return { outgoing, send, retry, discard }
}

async function deliver(client: QueryClient, me: string, chatId: string, clientId: string): Promise<void> {
  const message = client
    .getQueryData<OutgoingChatMessage[]>(chatKeys.outgoing(chatId))
    ?.find((one) => one.clientId === clientId)
  if (message) await post(client, me, message).catch((error: unknown) => refuse(client, message, error))
}

const refuse = (client: QueryClient, { chatId, clientId }: OutgoingChatMessage, error: unknown): void =>
  change(client, chatId, clientId, { state: 'failed', reason: textOf(error), share: undefined })

async function post(client: QueryClient, me: string, message: OutgoingChatMessage): Promise<void> {
  const { chatId, clientId, text, file, ticketUuid, replyTo } = message
  const onProgress = (share: number) => change(client, chatId, clientId, { share })
  const media = message.media ?? (file && (await uploadPreparedFile(file, onProgress)))
  if (media) change(client, chatId, clientId, { media, share: undefined })
  const sent = await call(chatRoutes.sendChatMessage, {
    chatId,
    clientId,
    text,
    ...(media && { media }),
    ...(ticketUuid && { ticketUuid }),
    ...(replyTo && { replyTo: replyTo.id }),
  })
  addMessage(client, sent, me)
  remove(client, chatId, clientId)
}

type Known = OutgoingChatMessage[]

const update = (client: QueryClient, chatId: string, next: (known: Known) => Known): void =>
  void client.setQueryData<Known>(chatKeys.outgoing(chatId), (known = []) => next(known))

const change = (
  client: QueryClient,
  chatId: string,
  clientId: string,
  part: { [K in keyof OutgoingChatMessage]?: OutgoingChatMessage[K] | undefined },
): void =>
  update(client, chatId, (known) =>
    known.map((one) => (one.clientId === clientId ? Object.assign({}, one, part) : one)),
  )

const remove = (client: QueryClient, chatId: string, clientId: string): void =>
  update(client, chatId, (known) => known.filter((one) => one.clientId !== clientId))
