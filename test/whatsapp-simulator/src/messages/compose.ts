import { getContentType, proto } from '@whiskeysockets/baileys'
import { lidJid } from '../accounts/jids.ts'
import { mimetypeOf, sample } from '../media/samples.ts'
import { type FileKind, sealFile } from '../media/seal.ts'
import { Refusal } from '../refusal.ts'
import type { Simulation } from '../simulation.ts'
import type { Message } from './messages.ts'

/** What a person wants to write: one of WhatsApp's kinds of message. `target` and `quoted` are message ids. */
export type Wish = {
  type: string
  text?: string
  caption?: string
  file?: Uint8Array
  mimetype?: string
  fileName?: string
  seconds?: number
  latitude?: number
  longitude?: number
  name?: string
  number?: string
  emoji?: string
  target?: string
  quoted?: string
  message?: Record<string, unknown>
}

/** Where it is written: on whose phone, and in which chat (a number or a group's id). */
export type Place = { phone: string; chat: string }

/** Makes the message. Throws `ERR_MESSAGE_NOT_FOUND` if the chat on this phone has no `target` or `quoted`. */
export async function compose(simulation: Simulation, place: Place, wish: Wish): Promise<proto.IMessage> {
  const target = wish.target === undefined ? undefined : inChat(simulation, place, wish.target)
  const message = target ? change(simulation, target, wish) : await fresh(simulation, wish)
  return wish.quoted === undefined
    ? message
    : answering(simulation, inChat(simulation, place, wish.quoted), message)
}

async function fresh(simulation: Simulation, wish: Wish): Promise<proto.IMessage> {
  const { type, text, latitude, longitude, name } = wish
  if (type === 'text') return { conversation: text }
  if (type === 'other') return proto.Message.fromObject(wish.message ?? {})
  if (type === 'location') {
    return { locationMessage: { degreesLatitude: latitude, degreesLongitude: longitude, name } }
  }
  if (type === 'contact') return { contactMessage: { displayName: name, vcard: vcard(wish) } }
  return withFile(simulation, wish)
}

async function withFile(simulation: Simulation, wish: Wish): Promise<proto.IMessage> {
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

/** A reaction, an edit or a delete; only one's own messages can be edited or deleted. */
function change(simulation: Simulation, target: Message, { type, text, emoji }: Wish): proto.IMessage {
  const key = keyOf(simulation, target)
  if (type === 'reaction') {
    return { reactionMessage: { key, text: emoji, senderTimestampMs: simulation.now() } }
  }
  if (!target.fromMe) {
    throw new Refusal(409, 'ERR_NOT_OWN_MESSAGE', 'Only the author can change a message.')
  }
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

/** Names a message as its chat's people know it. */
function keyOf(simulation: Simulation, { id, chat, from, fromMe, addressedAs }: Message): proto.IMessageKey {
  if (addressedAs === chat) {
    return { remoteJid: chat, fromMe, id, participant: lidOf(simulation, from) }
  }
  return { remoteJid: lidOf(simulation, chat), fromMe, id }
}

function answering(simulation: Simulation, quoted: Message, message: proto.IMessage): proto.IMessage {
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

function inChat(simulation: Simulation, { phone, chat }: Place, id: string): Message {
  const found = simulation.messages.withId(phone, id).find((message) => message.chat === chat)
  if (!found) throw new Refusal(404, 'ERR_MESSAGE_NOT_FOUND', `This chat has no message ${id}.`)
  return found
}

function lidOf(simulation: Simulation, number: string): string | undefined {
  const account = simulation.accounts.find(number)
  return account && lidJid(account)
}

function vcard({ name = '', number = '' }: Wish): string {
  const phone = `TEL;type=CELL;type=VOICE;waid=${number}:+${number}`
  return ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, phone, 'END:VCARD'].join('\n')
}
