import { getContentType, proto } from '@whiskeysockets/baileys'
import { lidJid } from '../accounts/jids.ts'
import { Refusal } from '../errors/refusal.ts'
import { mimetypeOf, sample } from '../media/samples.ts'
import { type FileKind, sealFile } from '../media/seal.ts'
import { whyIgnored } from './changes.ts'
import type { Message } from './messages.ts'
import type { MessageWorld } from './world.ts'

/** A message that a person wants to write, of one of WhatsApp's kinds. `target` and `quoted` are message ids. */
export type Wish = FileWish & {
  text?: string
  /** Of an album. */
  files?: FileWish[]
  fileName?: string
  /** Words of a business's template whose header is the file. */
  template?: string
  latitude?: number
  longitude?: number
  name?: string
  number?: string
  emoji?: string
  target?: string
  quoted?: string
  message?: Record<string, unknown>
}

/** A file to send, or without `file` a sample. */
export type FileWish = {
  type: string
  file?: Uint8Array
  mimetype?: string
  caption?: string
  seconds?: number
}

/** Where it is written: the phone, and the chat (a number or a group's id). */
export type Place = { phone: string; chat: string }

/** Builds the message. Throws `ERR_MESSAGE_NOT_FOUND` if the chat on this phone has no `target` or `quoted`. */
export async function compose(simulation: MessageWorld, place: Place, wish: Wish): Promise<proto.IMessage> {
  const target = wish.target === undefined ? undefined : inChat(simulation, place, wish.target)
  const message = target ? change(simulation, place, { target, wish }) : await fresh(simulation, wish)
  return wish.quoted === undefined
    ? message
    : answering(simulation, inChat(simulation, place, wish.quoted), message)
}

async function fresh(simulation: MessageWorld, wish: Wish): Promise<proto.IMessage> {
  const { type, text, latitude, longitude, name } = wish
  if (type === 'text') return { conversation: text }
  if (type === 'other') return proto.Message.fromObject(wish.message ?? {})
  if (type === 'location') {
    return { locationMessage: { degreesLatitude: latitude, degreesLongitude: longitude, name } }
  }
  if (type === 'album') return { albumMessage: expectationOf(wish.files ?? []) }
  if (type === 'contact') return { contactMessage: { displayName: name, vcard: vcard(wish) } }
  const written = await withFile(simulation, wish)
  if (wish.template === undefined) return written
  return { templateMessage: { hydratedTemplate: { ...written, hydratedContentText: wish.template } } }
}

function expectationOf(files: FileWish[]): proto.Message.IAlbumMessage {
  const count = (type: string) => files.filter((file) => file.type === type).length
  return { expectedImageCount: count('image'), expectedVideoCount: count('video') }
}

async function withFile(simulation: MessageWorld, wish: Wish): Promise<proto.IMessage> {
  const { caption, seconds } = wish
  const sent = async (kind: FileKind, example: Parameters<typeof sample>[0] = kind) => {
    const file = await sealFile(simulation, wish.file ?? (await sample(example)), kind)
    return { ...file, mimetype: wish.mimetype ?? mimetypeOf(example) }
  }
  if (wish.type === 'image') return { imageMessage: { ...(await sent('image')), caption } }
  if (wish.type === 'video') return { videoMessage: { ...(await sent('video')), caption, seconds } }
  if (wish.type === 'audio') return { audioMessage: { ...(await sent('audio')), seconds } }
  if (wish.type === 'sticker') return { stickerMessage: await sent('sticker') }
  if (wish.type === 'voice') {
    return { audioMessage: { ...(await sent('audio', 'voice')), seconds: seconds ?? 3, ptt: true } }
  }
  const fileName = wish.fileName ?? 'documento.pdf'
  return { documentMessage: { ...(await sent('document')), fileName, title: fileName, caption } }
}

/**
 * A reaction, an edit or a delete. The app offers only changes that phones apply: it throws `ERR_NOT_OWN_MESSAGE` or
 * `ERR_TOO_LATE` for others.
 */
function change(
  simulation: MessageWorld,
  { phone, chat }: Place,
  { target, wish: { type, text, emoji } }: { target: Message; wish: Wish },
): proto.IMessage {
  const key = keyOf(simulation, target)
  if (type === 'reaction') {
    return { reactionMessage: { key, text: emoji, senderTimestampMs: simulation.now() } }
  }
  const asked = { phone, chat, from: phone, at: simulation.now(), type, target: target.id }
  const ignored = whyIgnored(simulation, asked)
  if (ignored === 'late') throw new Refusal(409, 'ERR_TOO_LATE', 'The message is too old to be changed.')
  if (ignored) throw new Refusal(409, 'ERR_NOT_OWN_MESSAGE', 'Only the author can change a message.')
  if (type === 'delete') {
    return { protocolMessage: { key, type: proto.Message.ProtocolMessage.Type.REVOKE } }
  }
  const editedMessage = edited(proto.Message.decode(target.content), text ?? '')
  const timestampMs = simulation.now()
  const edit = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT
  return { protocolMessage: { key, type: edit, editedMessage, timestampMs } }
}

/** A new text, or a new caption of the same file. */
function edited(message: proto.IMessage, text: string): proto.IMessage {
  const { imageMessage, videoMessage, documentMessage } = message
  if (imageMessage) return { imageMessage: { ...imageMessage, caption: text } }
  if (videoMessage) return { videoMessage: { ...videoMessage, caption: text } }
  if (documentMessage) return { documentMessage: { ...documentMessage, caption: text } }
  return { conversation: text }
}

/** A message's key as the people of its chat know it. */
export function keyOf(
  simulation: MessageWorld,
  { id, chat, from, fromMe, addressedAs }: Message,
): proto.IMessageKey {
  if (addressedAs === chat) {
    return { remoteJid: chat, fromMe, id, participant: lidOf(simulation, from) }
  }
  return { remoteJid: lidOf(simulation, chat), fromMe, id }
}

function answering(simulation: MessageWorld, quoted: Message, message: proto.IMessage): proto.IMessage {
  const contextInfo: proto.IContextInfo = {
    stanzaId: quoted.id,
    participant: lidOf(simulation, quoted.from),
    quotedMessage: proto.Message.decode(quoted.content),
  }
  if (message.conversation) return { extendedTextMessage: { text: message.conversation, contextInfo } }
  const kind = getContentType(message)
  const content = kind && message[kind]
  return kind && typeof content === 'object' ? { [kind]: { ...content, contextInfo } } : message
}

function inChat(simulation: MessageWorld, { phone, chat }: Place, id: string): Message {
  const found = simulation.messages.withId(phone, id).find((message) => message.chat === chat)
  if (!found) throw new Refusal(404, 'ERR_MESSAGE_NOT_FOUND', `This chat has no message ${id}.`)
  return found
}

function lidOf(simulation: MessageWorld, number: string): string | undefined {
  const account = simulation.accounts.find(number)
  return account && lidJid(account)
}

function vcard({ name = '', number = '' }: Wish): string {
  const phone = `TEL;type=CELL;type=VOICE;waid=${number}:+${number}`
  return ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, phone, 'END:VCARD'].join('\n')
}
