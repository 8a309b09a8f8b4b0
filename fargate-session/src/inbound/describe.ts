import type { Content, Media, MediaType } from '@recado/shared/conversations/content'
import { MEDIA_LIMITS } from '@recado/shared/conversations/content'
import { cleanName, cleanText } from '@recado/shared/text'
import {
  getContentType,
  normalizeMessageContent,
  type proto,
  type WAMessage,
  proto as wire,
} from '@whiskeysockets/baileys'

/** What a message of WhatsApp says, in this product's words; undefined for what is between programs only. */
export function contentOf(message: proto.IMessage): Content | undefined {
  const normal = normalizeMessageContent(message)
  if (!normal) return undefined
  const kind = getContentType(normal)
  if (!kind) return undefined
  const describe = KINDS[kind]
  if (describe) return describe(normal)
  return SILENT.has(kind) ? undefined : { type: 'unsupported', kind }
}

/** The id of the message that this one quotes. */
export function quotedBy(message: proto.IMessage): string | undefined {
  const normal = normalizeMessageContent(message)
  const kind = normal && getContentType(normal)
  const part = kind && normal?.[kind]
  const context = part && typeof part === 'object' && 'contextInfo' in part ? part.contextInfo : undefined
  return context?.stanzaId ?? undefined
}

/** The message as it is kept for quoting it and fetching its file: without the small pictures, which may be large. */
export function originalOf({ message }: Pick<WAMessage, 'message'>): string {
  const copy = wire.Message.decode(wire.Message.encode(message ?? {}).finish())
  const normal = normalizeMessageContent(copy)
  for (const part of [normal?.imageMessage, normal?.videoMessage, normal?.documentMessage]) {
    if (part) delete part.jpegThumbnail
  }
  return Buffer.from(wire.Message.encode(copy).finish()).toString('base64')
}

/** Sent between programs; a person sees nothing of them. */
const SILENT = new Set<string>([
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'messageContextInfo',
  'pollUpdateMessage',
  'keepInChatMessage',
  'encReactionMessage',
  'call',
])

type Describe = (message: proto.IMessage) => Content | undefined
const KINDS: Partial<Record<keyof proto.IMessage, Describe>> = {
  conversation: ({ conversation }) => ({ type: 'text', text: textOf(conversation) }),
  extendedTextMessage: ({ extendedTextMessage }) => ({
    type: 'text',
    text: textOf(extendedTextMessage?.text),
  }),
  imageMessage: ({ imageMessage: part }) => ({
    ...{ type: 'image', caption: textOf(part?.caption), media: mediaOf('image', part, 'image/jpeg') },
  }),
  videoMessage: ({ videoMessage: part }) => ({
    ...{ type: 'video', caption: textOf(part?.caption), media: mediaOf('video', part, 'video/mp4') },
  }),
  audioMessage: ({ audioMessage: part }) => ({
    ...{ type: 'audio', voice: part?.ptt ?? false, seconds: part?.seconds ?? 0 },
    media: mediaOf('audio', part, 'audio/ogg'),
  }),
  documentMessage: ({ documentMessage: part }) => ({
    ...{ type: 'document', fileName: nameOf(part?.fileName), caption: textOf(part?.caption) },
    media: mediaOf('document', part, 'application/octet-stream'),
  }),
  stickerMessage: ({ stickerMessage: part }) => ({
    ...{ type: 'sticker', media: mediaOf('sticker', part, 'image/webp') },
  }),
  locationMessage: ({ locationMessage: part }) => ({
    ...{
      type: 'location',
      latitude: finite(part?.degreesLatitude),
      longitude: finite(part?.degreesLongitude),
    },
    name: nameOf(part?.name ?? part?.address),
  }),
  contactMessage: ({ contactMessage }) => ({ type: 'contact', contacts: [cardOf(contactMessage)] }),
  contactsArrayMessage: ({ contactsArrayMessage }) => ({
    ...{ type: 'contact', contacts: (contactsArrayMessage?.contacts ?? []).map(cardOf) },
  }),
  reactionMessage: ({ reactionMessage: part }) => ({
    ...{ type: 'reaction', target: textOf(part?.key?.id), emoji: textOf(part?.text) },
  }),
  protocolMessage: ({ protocolMessage }) => protocolOf(protocolMessage),
}

const { Type } = wire.Message.ProtocolMessage

function protocolOf(part: proto.Message.IProtocolMessage | null | undefined): Content | undefined {
  const target = textOf(part?.key?.id)
  if (!part || !target) return undefined
  if (part.type === Type.REVOKE) return { type: 'delete', target }
  if (part.type !== Type.MESSAGE_EDIT) return undefined
  const edited = part.editedMessage && contentOf(part.editedMessage)
  if (edited?.type === 'text') return { type: 'edit', target, text: edited.text }
  return edited && 'caption' in edited ? { type: 'edit', target, text: edited.caption } : undefined
}

function mediaOf(
  type: MediaType,
  part: { mimetype?: string | null; fileLength?: number | { toNumber(): number } | null } | null | undefined,
  usual: string,
): Media {
  const length = part?.fileLength ?? 0
  // Whoever sends it may write any length; of a greater one nothing can be told exactly.
  const bytes = Math.min(typeof length === 'number' ? length : length.toNumber(), Number.MAX_SAFE_INTEGER)
  const state = bytes > MEDIA_LIMITS[type] ? 'TOO_LARGE' : 'PENDING'
  return { state, bytes, mimetype: textOf(part?.mimetype) || usual, key: null }
}

/** The name and the first number of a contact card; the rest of a vCard is not shown. */
function cardOf(part: proto.Message.IContactMessage | null | undefined): { name: string; number: string } {
  const number = /^(?:item\d+\.)?TEL[^:\r\n]*:(.+)$/m.exec(part?.vcard ?? '')?.[1] ?? ''
  return { name: nameOf(part?.displayName), number: number.replace(/\D/g, '') }
}

/** A sender may write what is no place at all. */
const finite = (degrees: number | null | undefined): number => (Number.isFinite(degrees) ? (degrees ?? 0) : 0)

/** Senders may write any bytes: what cannot be stored is cleaned, never refused. */
const textOf = (told: string | null | undefined): string => cleanText(told ?? '')
const nameOf = (told: string | null | undefined): string => cleanName(told ?? '')
