import { getContentType, normalizeMessageContent, proto, toNumber } from '@whiskeysockets/baileys'
import * as z from 'zod'

/**
 * What a person sees of a message. `bytes` is the size of its file, `quoted` the id of the message it answers,
 * `target` the id of the message that a reaction, an edit or a delete is about. An empty `emoji` takes a
 * reaction back.
 */
export type Description = z.infer<typeof description>

export const description = z.object({
  type: z.string(),
  text: z.string().optional(),
  caption: z.string().optional(),
  fileName: z.string().optional(),
  bytes: z.number().optional(),
  mimetype: z.string().optional(),
  seconds: z.number().optional(),
  quoted: z.string().optional(),
  target: z.string().optional(),
  emoji: z.string().optional(),
  location: z.object({ latitude: z.number(), longitude: z.number(), name: z.string().optional() }).optional(),
  contact: z.object({ name: z.string(), number: z.string() }).optional(),
})

/**
 * Describes a message, whatever wrapping it came in; undefined for one that no person sees (protocol messages,
 * key distribution).
 */
export function describe(message: proto.IMessage): Description | undefined {
  const content = normalizeMessageContent(message)
  if (!content) return undefined
  const described =
    textOf(content) ?? changeOf(content) ?? mediaOf(content) ?? cardOf(content) ?? otherKind(content)
  const quoted = contextOf(content)?.stanzaId
  return described && quoted ? { ...described, quoted } : described
}

/** Kinds that change another message; nobody has to read them. */
export const CHANGES = ['reaction', 'edit', 'delete'] as const

/** The type that a message stanza carries beside the ciphertext. */
export function stanzaType({ type }: Description): string {
  if (type === 'reaction' || type === 'poll') return type
  return ['text', 'location', 'edit', 'delete'].includes(type) ? 'text' : 'media'
}

/** What the ciphertext of media is marked with. */
export function mediaType({ type }: Description): string | undefined {
  return { voice: 'ptt', contact: 'vcard' }[type] ?? (MEDIA.includes(type) ? type : undefined)
}

const MEDIA = ['image', 'video', 'audio', 'document', 'sticker']

function textOf(content: proto.IMessage): Description | undefined {
  const text = content.conversation ?? content.extendedTextMessage?.text
  return text ? { type: 'text', text } : undefined
}

function changeOf({ reactionMessage, protocolMessage }: proto.IMessage): Description | undefined {
  if (reactionMessage?.key?.id) {
    return { type: 'reaction', target: reactionMessage.key.id, emoji: reactionMessage.text ?? '' }
  }
  const target = protocolMessage?.key?.id
  if (!target) return undefined
  if (protocolMessage.type === proto.Message.ProtocolMessage.Type.REVOKE) return { type: 'delete', target }
  if (protocolMessage.type !== proto.Message.ProtocolMessage.Type.MESSAGE_EDIT) return undefined
  const edited = describe(protocolMessage.editedMessage ?? {})
  return { type: 'edit', target, text: edited?.text ?? edited?.caption ?? '' }
}

function mediaOf(content: proto.IMessage): Description | undefined {
  const kinds = {
    image: content.imageMessage,
    video: content.videoMessage,
    [content.audioMessage?.ptt ? 'voice' : 'audio']: content.audioMessage,
    document: content.documentMessage,
    sticker: content.stickerMessage,
  }
  for (const [type, media] of Object.entries(kinds)) {
    if (!media) continue
    const described: Description = { type, bytes: toNumber(media.fileLength) }
    if (media.mimetype) described.mimetype = media.mimetype
    if ('caption' in media && media.caption) described.caption = media.caption
    if ('fileName' in media && media.fileName) described.fileName = media.fileName
    if ('seconds' in media && media.seconds) described.seconds = media.seconds
    return described
  }
  return undefined
}

function cardOf({ locationMessage, contactMessage }: proto.IMessage): Description | undefined {
  if (locationMessage) {
    const { degreesLatitude, degreesLongitude, name } = locationMessage
    const place = { latitude: degreesLatitude ?? 0, longitude: degreesLongitude ?? 0 }
    return { type: 'location', location: name ? { ...place, name } : place }
  }
  if (!contactMessage) return undefined
  const vcard = contactMessage.vcard ?? ''
  const number = /waid=(\d+)/.exec(vcard)?.[1] ?? /^TEL[^:\n]*:(.*)$/m.exec(vcard)?.[1]?.replace(/\D/g, '')
  return { type: 'contact', contact: { name: contactMessage.displayName ?? '', number: number ?? '' } }
}

/** Kinds that need no words here (polls, lists, buttons): nothing that a person sees goes uncounted. */
function otherKind(content: proto.IMessage): Description | undefined {
  const kind = getContentType(content)
  const unseen = kind === undefined || kind === 'protocolMessage' || !content[kind]
  return unseen ? undefined : { type: kind.replace(/(Creation)?Message.*$/, '') }
}

/** Whichever kind a message is, what it answers stands beside its content. */
function contextOf(content: proto.IMessage): proto.IContextInfo | undefined {
  const kind = getContentType(content)
  const inner = kind ? content[kind] : undefined
  const context = typeof inner === 'object' && inner && 'contextInfo' in inner ? inner.contextInfo : undefined
  return context ?? undefined
}
