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
  /** The name of its file. Entries of older versions of the app have none: they kept no message with a file. */
  fileName: z.string().optional(),
})

/**
 * A user's messages in a conversation that the server has not confirmed: a reload loses none. This browser keeps each under a
 * key of its own, because several tabs write. A file's name and caption are kept: there is no room for the file.
 */
export function keptMessages(userId: string, chatId: string) {
  const start = traceKey('chatOutgoing', userId, `${chatId}.`)
  const write = ({ file, lostFile, ...message }: OutgoingChatMessage) => {
    const { clientId, text, ticketUuid, replyTo, at, reason } = message
    const fileName = file?.fileName ?? lostFile
    const kept: z.infer<typeof keptMessage> = { clientId, text, ticketUuid, replyTo, at, reason, fileName }
    localStorage.setItem(start + clientId, JSON.stringify(kept))
  }
  return {
    /**
     * The kept messages, oldest first, as messages that failed: the server may have one already, and its `clientId` keeps it
     * from being sent twice. One without its file cannot be sent again, so that its caption does not leave alone. Expired
     * ones are deleted.
     * @param now milliseconds since 1970
     */
    read: (now: number): OutgoingChatMessage[] => {
      const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
      const messages = keys.flatMap((key): OutgoingChatMessage[] => {
        if (!key.startsWith(start)) return []
        const { data } = keptMessage.safeParse(parsedJson(localStorage.getItem(key) ?? ''))
        if (data && !isExpired(data, now)) return [failed(data, chatId)]
        localStorage.removeItem(key)
        return []
      })
      return messages.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
    },
    keep: write,
    /** Nothing happens if the message is not kept any more, as after signing out. */
    noteReason: (message: OutgoingChatMessage, reason: string): void => {
      if (localStorage.getItem(start + message.clientId) !== null) write({ ...message, reason })
    },
    drop: (clientId: string): void => localStorage.removeItem(start + clientId),
  }
}

function failed({ fileName, ...kept }: z.infer<typeof keptMessage>, chatId: string): OutgoingChatMessage {
  const message = { ...kept, chatId, state: 'failed' } as const
  return fileName === undefined ? message : { ...message, lostFile: fileName, mayRetry: false }
}
