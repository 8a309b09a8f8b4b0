import { getContentType, normalizeMessageContent, proto, toNumber } from '@whiskeysockets/baileys'
import * as z from 'zod'

/**
 * The visible part of a message. `bytes` is the size of its file, `quoted` the id of the message it answers,
 * `target` the id of the message that a reaction, an edit or a delete changes. An empty `emoji` removes a reaction.
 * An edit or a delete with `ignored` changed nothing on this phone. `expected` are the files of an album, which
 * follow it; `album` is the id of the album that a file belongs to. `disappearsAfter` is a timer in seconds: the message's, or
 * the new one of its chat for the type `timer` (0 switches it off).
 */
export type Description = z.infer<typeof description>

/** The target is too old, is another person's, or is not in this chat. */
export type Ignored = z.infer<typeof ignored>

const ignored = z.enum(['late', 'notAllowed', 'unknown'])

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
  ignored: ignored.optional(),
  expected: z.object({ images: z.number(), videos: z.number() }).optional(),
  album: z.string().optional(),
  disappearsAfter: z.number().optional(),
  location: z.object({ latitude: z.number(), longitude: z.number(), name: z.string().optional() }).optional(),
  contact: z.object({ name: z.string(), number: z.string() }).optional(),
})

/** Describes a message inside any wrapper. Undefined for an invisible one (protocol messages, key distribution). */
export function describe(message: proto.IMessage): Description | undefined {
  const content = normalizeMessageContent(message)
  if (!content) return undefined
  const described =
    textOf(content) ??
    changeOf(content) ??
    timerOf(content) ??
    mediaOf(content) ??
    albumOf(content) ??
    cardOf(content) ??
    otherKind(content)
  if (!described) return undefined
  const { stanzaId: quoted, expiration } = contextOf(content) ?? {}
  const timer = expiration ? { disappearsAfter: expiration } : {}
  const album = albumAround(message) ?? albumAround(content)
  return { ...described, ...(quoted ? { quoted } : {}), ...(album ? { album } : {}), ...timer }
}

/** Kinds that change another message. They do not count as unread. */
export const CHANGES = ['reaction', 'edit', 'delete'] as const

/** Type attribute of a message stanza, outside the ciphertext. */
export function stanzaType({ type }: Description): string {
  if (type === 'reaction' || type === 'poll') return type
  return ['text', 'location', 'edit', 'delete', 'album', 'timer'].includes(type) ? 'text' : 'media'
}

/** Media type attribute of a ciphertext. */
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

function timerOf({ protocolMessage }: proto.IMessage): Description | undefined {
  const { EPHEMERAL_SETTING } = proto.Message.ProtocolMessage.Type
  if (protocolMessage?.type !== EPHEMERAL_SETTING) return undefined
  return { type: 'timer', disappearsAfter: protocolMessage.ephemeralExpiration ?? 0 }
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

function albumOf({ albumMessage }: proto.IMessage): Description | undefined {
  if (!albumMessage) return undefined
  const { expectedImageCount, expectedVideoCount } = albumMessage
  return { type: 'album', expected: { images: expectedImageCount ?? 0, videos: expectedVideoCount ?? 0 } }
}

/** Id of the album that a message belongs to. */
function albumAround({ messageContextInfo }: proto.IMessage): string | undefined {
  const { associationType, parentMessageKey } = messageContextInfo?.messageAssociation ?? {}
  return associationType === MEDIA_ALBUM ? (parentMessageKey?.id ?? undefined) : undefined
}

const { MEDIA_ALBUM } = proto.MessageAssociation.AssociationType

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

/** Kinds without a description here (polls, lists, buttons), so that every visible message is counted. */
function otherKind(content: proto.IMessage): Description | undefined {
  const kind = getContentType(content)
  const unseen = kind === undefined || kind === 'protocolMessage' || !content[kind]
  return unseen ? undefined : { type: kind.replace(/(Creation)?Message.*$/, '') }
}

/** In any kind, the context with the quoted message is beside the content. */
function contextOf(content: proto.IMessage): proto.IContextInfo | undefined {
  const kind = getContentType(content)
  const inner = kind ? content[kind] : undefined
  const context = typeof inner === 'object' && inner && 'contextInfo' in inner ? inner.contextInfo : undefined
  return context ?? undefined
}
