import type { Readable } from 'node:stream'
import { type Content, hasMedia, isInternal, type StoredContent } from '@recado/shared/messages/content'
import { type AnyMessageContent, proto, type WAMessage } from '@whiskeysockets/baileys'
import type { MediaFiles } from '../ports/media-files.ts'
import { measuredPicture } from './measured-picture.ts'

/** A quoted message, or the target of a reaction, edit or deletion, in WhatsApp's form. */
export interface Target {
  key: proto.IMessageKey
  message?: proto.IMessage | undefined
  type: StoredContent['type']
}

/** The edit of a caption in WhatsApp's form. It lacks its time. */
export interface CaptionEdit {
  protocolMessage: proto.Message.IProtocolMessage
}

/**
 * Content in Baileys' form, or an edited caption, which Baileys has no form for. Files are streams from the bucket.
 * @param target the target of a reaction, edit or deletion
 */
export async function composed(
  content: StoredContent,
  files: MediaFiles,
  target: Target | undefined,
): Promise<AnyMessageContent | CaptionEdit> {
  if (isInternal(content)) throw new Error(`A ${content.type} never leaves the company`)
  if (hasMedia(content)) return withFile(content, files)
  switch (content.type) {
    case 'text':
      return { text: content.text }
    case 'location':
      return {
        location: {
          degreesLatitude: content.latitude,
          degreesLongitude: content.longitude,
          name: content.name,
        },
      }
    case 'contact': {
      const displayName = content.contacts[0]?.name ?? ''
      return { contacts: { displayName, contacts: content.contacts.map(cardOf) } }
    }
    case 'reaction':
      return { react: { key: keyOf(target), text: content.emoji } }
    case 'edit':
      return captionEdit(content.text, target) ?? { text: content.text, edit: keyOf(target) }
    case 'delete':
      return { delete: keyOf(target) }
    default:
      throw new Error(`A message of type ${content.type} cannot be sent`)
  }
}

/**
 * The edit of a file's caption; undefined for a target without a caption. Phones drop the caption if the edited message is
 * of another kind (reported: whatsmeow#684, WAHA#1374). That the caption alone is enough is reported for pictures, and
 * assumed for videos and documents.
 */
function captionEdit(caption: string, target: Target | undefined): CaptionEdit | undefined {
  const editedMessage = target && withCaptionOnly(target.type, caption)
  if (!editedMessage) return undefined
  const type = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT
  return { protocolMessage: { type, key: target.key, editedMessage } }
}

function withCaptionOnly(type: StoredContent['type'], caption: string): proto.IMessage | undefined {
  if (type === 'image') return { imageMessage: { caption } }
  if (type === 'video') return { videoMessage: { caption } }
  return type === 'document' ? { documentMessage: { caption } } : undefined
}

async function withFile(
  content: Extract<Content, { media: unknown }>,
  files: MediaFiles,
): Promise<AnyMessageContent> {
  const { key, mimetype } = content.media
  if (!key) throw new Error('A file that is not in the bucket cannot be sent')
  const stream = await files.read(key)
  switch (content.type) {
    case 'image':
      return { ...(await picture(content, stream)), caption: content.caption, mimetype }
    case 'video':
      // Without a preview, the library starts a shell with ffmpeg, which is not installed.
      return { video: { stream }, caption: content.caption, mimetype, jpegThumbnail: content.thumbnail ?? '' }
    case 'audio':
      return {
        audio: { stream },
        ptt: content.voice,
        seconds: content.seconds,
        mimetype: content.voice ? VOICE : mimetype,
        ...(content.waveform && { waveform: Buffer.from(content.waveform, 'base64') }),
      }
    case 'document':
      return { document: { stream }, fileName: content.fileName, caption: content.caption, mimetype }
    case 'sticker':
      return { sticker: { stream } }
  }
}

/** Phones play a recording only with its codec in its type (Baileys' documentation). */
const VOICE = 'audio/ogg; codecs=opus'

const picture = async ({ thumbnail }: { thumbnail?: string | undefined }, stream: Readable) =>
  thumbnail ? { image: { stream }, jpegThumbnail: thumbnail } : measuredPicture(stream)

function keyOf(target: Target | undefined): proto.IMessageKey {
  if (!target) throw new Error('The target of the change is not stored')
  return target.key
}

function cardOf({ name, number }: { name: string; number: string }) {
  const line = (text: string) => text.replace(/[\r\n]+/g, ' ')
  const vcard = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${line(name)}`,
    `TEL;type=CELL;waid=${number}:+${number}`,
    'END:VCARD',
  ].join('\n')
  return { displayName: name, vcard }
}

/** A quoted message in Baileys' form. */
export const quotedAs = ({ key, message }: Target): WAMessage =>
  ({ key, message: message ?? {} }) as WAMessage
