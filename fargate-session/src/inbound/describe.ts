import type { Content } from '@recado/shared/messages/content'
import { type proto, type WAMessage, proto as wire } from '@whiskeysockets/baileys'
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
  const isOpenedOnce = inner.isViewOnce || opensOnce(inner.message)
  return content && 'media' in content && isOpenedOnce ? notice('view-once') : content
}

/** The id of the message that this one quotes. */
export function quotedBy(message: proto.IMessage): string | undefined {
  const inner = unwrapped(message)?.message
  const kind = inner && kindOf(inner)
  const part = kind && inner[kind]
  const context = part && typeof part === 'object' && 'contextInfo' in part ? part.contextInfo : undefined
  return idOf(context?.stanzaId) || undefined
}

/** The message as stored for quoting it and fetching its file, without thumbnails, which may be large. */
export function originalOf({ message }: Pick<WAMessage, 'message'>): string {
  const copy = wire.Message.decode(wire.Message.encode(message ?? {}).finish())
  const inner = unwrapped(copy)?.message
  for (const part of [inner?.imageMessage, inner?.videoMessage, inner?.ptvMessage, inner?.documentMessage]) {
    if (part) delete part.jpegThumbnail
  }
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
