import type { KnownChat } from '@recado/shared/messages/inbound'
import { cleanName } from '@recado/shared/text'
import type { BaileysEventMap, Chat, WAMessage } from '@whiskeysockets/baileys'
import { personOf } from '../wire/jids.ts'
import { contentOf } from './describe.ts'
import { idOf } from './words.ts'

/** The longest text that may be an opt-out word with signs around it, in characters. */
const SHORT_TEXT = 60
/** The most short texts of a chat that are looked at, the latest ones. */
const WORDS_KEPT = 10

/** The chats of an account's history, with the short texts that its people wrote: one of them may be an opt-out word. */
export function chatsOfHistory({
  chats,
  messages = [],
}: Pick<BaileysEventMap['messaging-history.set'], 'chats'> & { messages?: WAMessage[] }): KnownChat[] {
  const written = Map.groupBy(messages, ({ key }) => key.remoteJid ?? '')
  const listed = new Set(chats.map(({ id }) => id))
  // The library names a chat once, and later parts of a history have more of its messages.
  const unlisted = [...written.keys()].filter((id) => !listed.has(id)).map((id): Chat => ({ id }))
  return [...chats, ...unlisted].flatMap(
    ({ id, pnJid, lidJid, name, lastMessageRecvTimestamp }): KnownChat[] => {
      const person = personOf(id, pnJid, lidJid)
      if (!person) return []
      const wroteAt = lastMessageRecvTimestamp ?? undefined
      const words = wordsIn(written.get(id ?? '') ?? [])
      if (!listed.has(id) && words.length === 0) return []
      return [
        {
          person,
          ...(name && { name: cleanName(name) }),
          ...(wroteAt !== undefined && { wroteAt }),
          ...(words.length > 0 && { words }),
        },
      ]
    },
  )
}

function wordsIn(messages: readonly WAMessage[]): NonNullable<KnownChat['words']> {
  return messages
    .flatMap(({ key, message, messageTimestamp }) => {
      const content = message && !key.fromMe ? contentOf(message) : undefined
      if (!key.id || content?.type !== 'text' || content.text.length > SHORT_TEXT) return []
      return [{ messageId: idOf(key.id), timestamp: Number(messageTimestamp ?? 0), text: content.text }]
    })
    .sort((one, other) => one.timestamp - other.timestamp)
    .slice(-WORDS_KEPT)
}
