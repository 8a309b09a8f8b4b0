import { firstOf } from '../../first-of.ts'
import type { StoredContent } from '../../messages/content.ts'
import { cutText } from '../../text.ts'
import type { ShownMessage } from '../contract/shown-message.ts'

/** The largest message of a live event, in bytes: a frame holds 32 KB (part 4 §10), with its channel and ids. */
const MESSAGE_MAX_BYTES = 31_000

/** The most characters of each text, entries of each list and characters of a thumbnail; the first that fits is taken. */
const CUTS = [
  { characters: 4000, entries: 100, thumbnail: 8000 },
  { characters: 1000, entries: 20, thumbnail: 8000 },
  { characters: 200, entries: 5, thumbnail: 0 },
] as const
type Cut = (typeof CUTS)[number]

/** A message that fits into a frame: long texts and lists are cut, and the message then says that it is `truncated`. */
export function fitting(message: ShownMessage): ShownMessage {
  const whole = JSON.stringify(message)
  let shortest = message
  for (const cut of CUTS) {
    shortest = cutMessage(message, cut)
    const json = JSON.stringify(shortest)
    if (bytesIn(json) > MESSAGE_MAX_BYTES) continue
    return json === whole ? message : { ...shortest, truncated: true }
  }
  return { ...shortest, truncated: true }
}

const bytesIn = (text: string): number => new TextEncoder().encode(text).length

function cutMessage(message: ShownMessage, cut: Cut): ShownMessage {
  const { sender, reactions, quotedPreview } = message
  const content = cutContent(message.content, cut)
  return {
    ...message,
    content,
    sender: sender && cutSender(sender),
    ...(quotedPreview && {
      quotedPreview: { ...quotedPreview, sender: quotedPreview.sender && cutSender(quotedPreview.sender) },
    }),
    reactions: firstOf(reactions, cut.entries).map(({ by, emoji }) => ({
      by,
      emoji: cutText(emoji, EMOJI_MAX),
    })),
  }
}

/** The most characters of a reaction: one stored by an earlier version may be longer. */
const EMOJI_MAX = 32

/** A sender's name comes from outside. */
const SENDER_MAX = 100
const cutSender = ({ name, number }: NonNullable<ShownMessage['sender']>): ShownMessage['sender'] => ({
  name: name && cutText(name, SENDER_MAX),
  number,
})

/** The most characters of an entry of a list. */
const ENTRY_MAX = 100

function cutContent(content: StoredContent, { characters, entries, thumbnail }: Cut): StoredContent {
  const cut = (text: string) => cutText(text, characters)
  const entry = (text: string) => cutText(text, ENTRY_MAX)
  switch (content.type) {
    case 'text':
    case 'edit':
      return { ...content, text: cut(content.text) }
    case 'note':
      return { ...content, text: cut(content.text), mentions: firstOf(content.mentions, entries) }
    case 'notice':
      return { ...content, text: cut(content.text), items: firstOf(content.items, entries).map(entry) }
    case 'image':
    case 'video': {
      const { thumbnail: picture = '', ...rest } = content
      const kept = picture.length <= thumbnail ? content : rest
      return { ...kept, caption: cut(content.caption) }
    }
    case 'document':
      return { ...content, fileName: entry(content.fileName), caption: cut(content.caption) }
    case 'location':
      return { ...content, name: cut(content.name) }
    case 'contact':
      return {
        ...content,
        contacts: firstOf(content.contacts, entries).map(({ name, number }) => ({
          name: entry(name),
          number: entry(number),
        })),
      }
    case 'unsupported':
      return { ...content, kind: entry(content.kind) }
    case 'audio':
    case 'sticker':
    case 'reaction':
    case 'delete':
    case 'event':
      return content
  }
}
