import type { ChatExcerpt } from '@recado/shared/chats/chat'
import { chatRoutes } from '@recado/shared/chats/routes'
import type { KeptMediaInput } from '@recado/shared/messages/kept-media'
import type { SessionUser } from '@recado/shared/sessions/session'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { uploadPreparedFile } from '../quick-replies/upload-reply-file.ts'
import { ownerOf, requireOwner } from '../session/owner.ts'
import { useUser } from '../session/use-session.ts'
import type { OutboxFile } from '../tickets/outbox/entry.ts'
import { asDocument, refusedFile } from '../tickets/outbox/refused-file.ts'
import { textOf } from '../ui/toast.ts'
import { addMessage } from './chat-cache.ts'
import { keptMessages } from './kept-messages.ts'
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
  /** Its file was refused as a picture, video or audio, and may leave as a document. */
  maySendAsDocument?: boolean
  /** False if the same file would be refused again. */
  mayRetry?: boolean
  /** The name of its file, which a reload lost. */
  lostFile?: string
  /** Its file in storage. Kept, because the same message names the same file. */
  media?: KeptMediaInput
  /** The share of the file that was sent, 0 to 1. */
  share?: number
}

/**
 * Kept as long as the page is open: the user may look at another conversation meanwhile. It begins with the messages that a
 * reload interrupted.
 */
const outgoingQuery = (userId: string, chatId: string) =>
  queryOptions<OutgoingChatMessage[]>({
    queryKey: chatKeys.outgoing(chatId),
    queryFn: () => [],
    initialData: () => keptMessages(userId, chatId).read(Date.now()),
    // Nothing of it comes from the server.
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The last sending of a user in each conversation: the next one waits for it, so that messages keep their order. */
const lastSending = new Map<string, Promise<void>>()

/** Sends the user's messages in a conversation, in their order. */
export function useOutgoingChatMessages(chatId: string) {
  const client = useQueryClient()
  const { id, companyId } = useUser()
  const { data: outgoing } = useQuery(outgoingQuery(id, chatId))
  const actions = useMemo(
    () => outgoingChatMessages(client, { id, companyId }, chatId),
    [client, id, companyId, chatId],
  )
  return { outgoing, ...actions }
}

type Writer = Pick<SessionUser, 'id' | 'companyId'>

/** What the user does with their own messages in a conversation. A message fails if another user is signed in by then. */
export function outgoingChatMessages(client: QueryClient, user: Writer, chatId: string) {
  const place = `${ownerOf(user)} ${chatId}`
  const kept = keptMessages(user.id, chatId)
  const enqueue = (clientId: string) => {
    const sending = (lastSending.get(place) ?? Promise.resolve()).then(() =>
      deliver(client, user, chatId, clientId),
    )
    lastSending.set(place, sending)
  }
  return {
    send: (messages: WrittenChatMessage[], replyTo: ChatExcerpt | null = null) => {
      for (const [index, written] of messages.entries()) {
        const clientId = crypto.randomUUID()
        const at = new Date().toISOString()
        const reply = index === 0 ? replyTo : null
        const its = { clientId, chatId, replyTo: reply, at, reason: '' }
        const added: OutgoingChatMessage = { ...written, ...its, state: 'sending' }
        kept.keep(added)
        update(client, chatId, (known) => [...known, added])
        enqueue(clientId)
      }
    },
    retry: ({ clientId }: OutgoingChatMessage) => {
      change(client, chatId, clientId, { state: 'sending', reason: '', maySendAsDocument: false })
      enqueue(clientId)
    },
    /** Sends a refused file as a document. The server took no message with this id, so the same id is still free. */
    sendAsDocument: ({ clientId, file, media }: OutgoingChatMessage) => {
      if (!file) return
      change(client, chatId, clientId, {
        state: 'sending',
        reason: '',
        maySendAsDocument: false,
        mayRetry: true,
        file: asDocument(file),
        media: media && { type: 'document', mediaId: media.mediaId, fileName: file.fileName },
      })
      enqueue(clientId)
    },
    discard: ({ clientId }: OutgoingChatMessage) => remove(client, user, chatId, clientId),
  }
}

async function deliver(client: QueryClient, user: Writer, chatId: string, clientId: string): Promise<void> {
  const message = client
    .getQueryData<OutgoingChatMessage[]>(chatKeys.outgoing(chatId))
    ?.find((one) => one.clientId === clientId)
  if (message)
    await post(client, user, message).catch((error: unknown) => refuse(client, user, message, error))
}

function refuse(client: QueryClient, user: Writer, message: OutgoingChatMessage, error: unknown): void {
  const { chatId, clientId, file } = message
  const refusal = file ? refusedFile(error, file) : { reason: textOf(error) }
  const { reason } = refusal
  change(client, chatId, clientId, { state: 'failed', ...refusal, share: undefined })
  keptMessages(user.id, chatId).noteReason(message, reason)
}

async function post(client: QueryClient, user: Writer, message: OutgoingChatMessage): Promise<void> {
  const { chatId, clientId, text, file, ticketUuid, replyTo } = message
  requireOwner(ownerOf(user))
  const onProgress = (share: number) => change(client, chatId, clientId, { share })
  const media = message.media ?? (file && (await uploadPreparedFile(file, onProgress)))
  if (media) change(client, chatId, clientId, { media, share: undefined })
  requireOwner(ownerOf(user))
  const sent = await call(chatRoutes.sendChatMessage, {
    chatId,
    clientId,
    text,
    ...(media && { media }),
    ...(ticketUuid && { ticketUuid }),
    ...(replyTo && { replyTo: replyTo.id }),
  })
  addMessage(client, sent, user.id)
  remove(client, user, chatId, clientId)
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

function remove(client: QueryClient, user: Writer, chatId: string, clientId: string): void {
  update(client, chatId, (known) => known.filter((one) => one.clientId !== clientId))
  keptMessages(user.id, chatId).drop(clientId)
}
