import type { Content } from '@recado/shared/messages/content'
import { type proto, type WAMessage, proto as wire } from '@whiskeysockets/baileys'
import { headerOf } from './header-file.ts'
import { KINDS, type Kind, notice, type Part } from './kinds.ts'
import { unwrapped } from './unwrap.ts'
import { idOf } from './words.ts'

/** A WhatsApp message as our content. Undefined for messages between programs. */
export function contentOf(message: proto.IMessage): Content | undefined {
  const inner = unwrapped(message)
  if (!inner) return undefined
  const kind = kindOf(inner.message)
  if (!kind) return changeIn(inner.message.protocolMessage)
  const content = describe(inner.message, kind)
  // Businesses wrap messages with buttons like those that open once.
  const isOpenedOnce = (inner.isViewOnce && !headerOf(inner.message)) || opensOnce(inner.message)
  return content && 'media' in content && isOpenedOnce ? notice('view-once') : content
}

/** The id of the message that this one quotes. */
export const quotedBy = (message: proto.IMessage): string | undefined =>
  idOf(contextOf(unwrapped(message)?.message)?.stanzaId) || undefined

/**
 * The chat's timer of disappearing messages, in seconds. Each message of a chat with a timer carries it (Baileys#2709,
 * whatsmeow#354); undefined if this one says nothing about it.
 */
export const timerIn = (message: proto.IMessage): number | undefined =>
  contextOf(unwrapped(message)?.message)?.expiration ?? undefined

/** The JIDs of the people mentioned in a message, or in its new text. */
export function mentionedIn(message: proto.IMessage): string[] {
  const inner = unwrapped(message)?.message
  const edited = inner?.protocolMessage?.editedMessage
  return contextOf(edited ? unwrapped(edited)?.message : inner)?.mentionedJid ?? []
}

/** The context of a message: its quote, its mentions, its timer. */
function contextOf(inner: proto.IMessage | undefined): proto.IContextInfo | undefined {
  const kind = inner && kindOf(inner)
  const part = kind && inner[kind]
  const context = part && typeof part === 'object' && 'contextInfo' in part ? part.contextInfo : undefined
  return context ?? undefined
}

/** The message as stored for quoting it and fetching its file, without thumbnails, which may be large. */
export function originalOf({ message }: Pick<WAMessage, 'message'>): string {
  const copy = wire.Message.decode(wire.Message.encode(message ?? {}).finish())
  const inner = unwrapped(copy)?.message ?? {}
  for (const { imageMessage, videoMessage, documentMessage } of [inner, headerOf(inner) ?? {}]) {
    for (const part of [imageMessage, videoMessage, documentMessage]) if (part) delete part.jpegThumbnail
  }
  if (inner.ptvMessage) delete inner.ptvMessage.jpegThumbnail
  return Buffer.from(wire.Message.encode(copy).finish()).toString('base64')
}

/** Kind of a message. Group keys and the like come beside the visible part. */
const kindOf = (message: proto.IMessage): Kind | undefined =>
  Object.keys(message)
    .filter(isKind)
    .find((kind) => message[kind] !== null)

const isKind = (field: string): field is Kind => Object.hasOwn(KINDS, field)

function describe<K extends Kind>(message: { [P in K]?: Part<P> | null }, kind: K): Content | undefined {
  const decide: (part: Part<K>) => Content | undefined = KINDS[kind]
  const part = message[kind]
  return part === null || part === undefined ? undefined : decide(part)
}

const { Type } = wire.Message.ProtocolMessage

/**
 * The change that a protocol message makes: a deletion or an edit. All other protocol messages are between
 * programs: keys, histories, chat settings, requests between an account's own devices.
 */
function changeIn(part: proto.Message.IProtocolMessage | null | undefined): Content | undefined {
  const target = idOf(part?.key?.id)
  if (!part || !target) return undefined
  if (part.type === Type.REVOKE) return { type: 'delete', target }
  if (part.type !== Type.MESSAGE_EDIT) return undefined
  const edited = part.editedMessage && contentOf(part.editedMessage)
  if (edited?.type === 'text') return { type: 'edit', target, text: edited.text }
  return edited && 'caption' in edited ? { type: 'edit', target, text: edited.caption } : undefined
}

/** A view-once picture, video or recording. */
const opensOnce = ({ imageMessage, videoMessage, ptvMessage, audioMessage }: proto.IMessage): boolean =>
  [imageMessage, videoMessage, ptvMessage, audioMessage].some((part) => part?.viewOnce === true)
