import { chatExcerpt } from '@recado/shared/chats/chat'
import { parsedJson } from '@recado/shared/json'
import * as z from 'zod'
import { traceKey } from '../api/traces.ts'
import { isExpired } from '../tickets/outbox/rules.ts'
import type { OutgoingChatMessage } from './outgoing.ts'

const keptMessage = z.object({
  clientId: z.string(),
  text: z.string(),
  ticketUuid: z.string().optional(),
  replyTo: chatExcerpt.nullable(),
  at: z.string(),
  reason: z.string(),
})

/**
 * A user's messages in a conversation that the server has not confirmed: a reload loses none. This browser keeps each under a
 * key of its own, because several tabs write. Files are not kept: there is no room for them.
 */
export function keptMessages(userId: string, chatId: string) {
  const start = traceKey('chatOutgoing', userId, `${chatId}.`)
  const write = ({ clientId, text, ticketUuid, replyTo, at, reason }: OutgoingChatMessage) => {
    const kept: z.infer<typeof keptMessage> = { clientId, text, ticketUuid, replyTo, at, reason }
    localStorage.setItem(start + clientId, JSON.stringify(kept))
  }
  return {
    /**
     * The kept messages, oldest first, as messages that failed: the server may have one already, and its `clientId` keeps it
     * from being sent twice. Expired ones are deleted.
     * @param now milliseconds since 1970
     */
    read: (now: number): OutgoingChatMessage[] => {
      const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
      const messages = keys.flatMap((key): OutgoingChatMessage[] => {
        if (!key.startsWith(start)) return []
        const { data } = keptMessage.safeParse(parsedJson(localStorage.getItem(key) ?? ''))
        if (data && !isExpired(data, now)) return [{ ...data, chatId, state: 'failed' }]
        localStorage.removeItem(key)
        return []
      })
      return messages.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
    },
    keep: (message: OutgoingChatMessage): void => {
      if (!message.file) write(message)
    },
    /** Nothing happens if the message is not kept any more, as after signing out. */
    noteReason: (message: OutgoingChatMessage, reason: string): void => {
      if (localStorage.getItem(start + message.clientId) !== null) write({ ...message, reason })
    },
    drop: (clientId: string): void => localStorage.removeItem(start + clientId),
  }
}
