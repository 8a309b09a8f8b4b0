import { getContentType, normalizeMessageContent, type proto, toNumber } from '@whiskeysockets/baileys'

/** What a person sees of a message. `bytes` is the size of its file. */
export type Description = { type: string; text?: string; caption?: string; fileName?: string; bytes?: number }

/**
 * Describes a message, whatever wrapping it came in; undefined for one that no person sees (protocol messages,
 * key distribution).
 */
export function describe(message: proto.IMessage): Description | undefined {
  const content = normalizeMessageContent(message)
  if (!content) return undefined
  const text = content.conversation ?? content.extendedTextMessage?.text
  if (typeof text === 'string' && text !== '') return { type: 'text', text }
  if (content.reactionMessage) return { type: 'reaction', text: content.reactionMessage.text ?? '' }
  const media = mediaOf(content)
  if (media) return media
  if (content.contactMessage) return { type: 'contact', text: content.contactMessage.displayName ?? '' }
  if (content.locationMessage) return { type: 'location', text: content.locationMessage.name ?? '' }
  return otherKind(content)
}

/** The type that a message stanza carries beside the ciphertext. */
export function stanzaType(message: proto.IMessage): string {
  const type = describe(message)?.type
  if (type === 'reaction' || type === 'poll') return type
  return type === undefined || type === 'text' || type === 'location' ? 'text' : 'media'
}

/** Kinds that need no words here (polls, lists, buttons): nothing that a person sees goes uncounted. */
function otherKind(content: proto.IMessage): Description | undefined {
  const kind = getContentType(content)
  const unseen = kind === undefined || kind === 'protocolMessage' || content[kind] === null
  return unseen ? undefined : { type: kind.replace(/(Creation)?Message.*$/, '') }
}

function mediaOf(content: proto.IMessage): Description | undefined {
  const kinds = {
    image: content.imageMessage,
    video: content.videoMessage,
    audio: content.audioMessage,
    document: content.documentMessage,
    sticker: content.stickerMessage,
  }
  for (const [type, media] of Object.entries(kinds)) {
    if (!media) continue
    const described: Description = { type, bytes: toNumber(media.fileLength) }
    if ('caption' in media && media.caption) described.caption = media.caption
    if ('fileName' in media && media.fileName) described.fileName = media.fileName
    return described
  }
  return undefined
}
