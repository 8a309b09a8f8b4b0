import { type Content, hasMedia } from '@recado/shared/conversations/content'
import type { AnyMessageContent, proto, WAMessage } from '@whiskeysockets/baileys'
import type { MediaFiles } from '../media-files.ts'

/** The message that is quoted, reacted to, edited or deleted, as WhatsApp needs to be told of it. */
export type Target = { key: proto.IMessageKey; message?: proto.IMessage | undefined }

/**
 * Content as Baileys takes it. Files are streams out of the bucket.
 * @param target the message that a reaction, an edit or a deletion is about
 */
export async function composed(
  content: Content,
  files: MediaFiles,
  target: Target | undefined,
): Promise<AnyMessageContent> {
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
      return { text: content.text, edit: keyOf(target) }
    case 'delete':
      return { delete: keyOf(target) }
    default:
      throw new Error(`A message of type ${content.type} cannot be sent`)
  }
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
      return { image: { stream }, caption: content.caption, mimetype }
    case 'video':
      return { video: { stream }, caption: content.caption, mimetype }
    case 'audio':
      return { audio: { stream }, ptt: content.voice, seconds: content.seconds, mimetype }
    case 'document':
      return { document: { stream }, fileName: content.fileName, caption: content.caption, mimetype }
    case 'sticker':
      return { sticker: { stream } }
  }
}

function keyOf(target: Target | undefined): proto.IMessageKey {
  if (!target) throw new Error('The message it is about is not known')
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

/** A quoted message as Baileys wants it. */
export const quotedAs = ({ key, message }: Target): WAMessage =>
  ({ key, message: message ?? {} }) as WAMessage
