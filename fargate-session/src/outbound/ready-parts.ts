import type { ReadyPart } from '@recado/shared/campaigns/engine/deliver'
import { type Content, hasMedia, type MediaContent } from '@recado/shared/conversations/content'
import { proto } from '@whiskeysockets/baileys'
import type { MediaFiles } from '../media-files.ts'
import { composed } from './compose.ts'
import type { OpenLine } from './open-line.ts'

/**
 * A campaign that runs for longer than this uploads its file again, in milliseconds. WhatsApp keeps files for two weeks to a
 * month (reported: whatsmeow#607, adiwajshing/Baileys#1278).
 */
const KEPT_MS = 12 * 3_600_000
/** Files remembered at a time; what is beyond is sent up again. */
const REMEMBERED = 100

interface Upload {
  message: Promise<proto.IMessage>
  at: number
}

/**
 * A campaign's parts made ready to be written. Its file goes to WhatsApp's servers once for each connection,
 * however many people it is for.
 */
export class ReadyParts {
  readonly #files: MediaFiles
  readonly #uploads = new Map<string, Upload>()

  constructor(files: MediaFiles) {
    this.#files = files
  }

  /** @throws where the file cannot be read or sent up */
  async ready(line: OpenLine, jid: string, content: Content, messageId: string): Promise<ReadyPart> {
    if (content.type === 'text') return { messageId, content }
    const message = hasMedia(content)
      ? withCaption(await this.#uploaded(line, jid, content), content)
      : (await line.build(jid, await composed(content, this.#files, undefined), { messageId })).message
    return {
      messageId,
      content,
      original: Buffer.from(proto.Message.encode(message).finish()).toString('base64'),
    }
  }

  #uploaded(line: OpenLine, jid: string, content: MediaContent): Promise<proto.IMessage> {
    const key = content.media.key ?? ''
    const known = this.#uploads.get(key)
    if (known && Date.now() - known.at < KEPT_MS) return known.message
    const message = this.#upload(line, jid, content)
    this.#uploads.set(key, { message, at: Date.now() })
    // What failed is tried anew; who waits for it now hears of the failure.
    message.catch(() => this.#uploads.delete(key))
    const [oldest] = this.#uploads.keys()
    if (oldest !== undefined && this.#uploads.size > REMEMBERED) this.#uploads.delete(oldest)
    return message
  }

  async #upload(line: OpenLine, jid: string, content: MediaContent): Promise<proto.IMessage> {
    const plain = 'caption' in content ? { ...content, caption: '' } : content
    const built = await line.build(jid, await composed(plain, this.#files, undefined), { messageId: '' })
    return built.message
  }
}

/** The same file with another text under it. */
function withCaption(uploaded: proto.IMessage, content: MediaContent): proto.IMessage {
  if (!('caption' in content) || content.caption === '') return uploaded
  const { caption } = content
  const { imageMessage, videoMessage, documentMessage } = uploaded
  if (imageMessage) return { ...uploaded, imageMessage: { ...imageMessage, caption } }
  if (videoMessage) return { ...uploaded, videoMessage: { ...videoMessage, caption } }
  return documentMessage ? { ...uploaded, documentMessage: { ...documentMessage, caption } } : uploaded
}

/** A part as it is written to the wire. */
export async function messageOf(
  line: Pick<OpenLine, 'build'>,
  jid: string,
  { messageId, content, original }: ReadyPart,
): Promise<proto.IMessage> {
  if (original) return proto.Message.decode(Buffer.from(original, 'base64'))
  if (content.type !== 'text') throw new Error(`A part of type ${content.type} has not been made ready`)
  return (await line.build(jid, { text: content.text }, { messageId })).message
}
