import { MediaNotReady, type ReadyPart } from '@recado/shared/campaigns/engine/line'
import { type Content, hasMedia, type MediaContent } from '@recado/shared/messages/content'
import { getContentType, proto } from '@whiskeysockets/baileys'
import type { MediaFiles } from '../ports/media-files.ts'
import { composed } from './compose.ts'
import type { BuildOptions, OpenLine } from './open-line.ts'

/**
 * Age after which a campaign's file is uploaded again, in milliseconds. WhatsApp keeps files for two weeks to a
 * month (reported: whatsmeow#607, adiwajshing/Baileys#1278).
 */
const KEPT_MS = 12 * 3_600_000
/** Uploaded files kept in memory. Older ones are uploaded again. */
const REMEMBERED = 100

interface Upload {
  message: Promise<proto.IMessage>
  at: number
}

/**
 * Prepares a campaign's parts for sending. A file is uploaded to WhatsApp's servers once per connection, for any
 * number of recipients.
 */
export class ReadyParts {
  readonly #files: MediaFiles
  readonly #uploads = new Map<string, Upload>()

  constructor(files: MediaFiles) {
    this.#files = files
  }

  /** @throws MediaNotReady */
  async ready(
    line: OpenLine,
    jid: string,
    content: Content,
    { messageId, messageTimer }: BuildOptions,
  ): Promise<ReadyPart> {
    if (content.type === 'text' && !messageTimer) return { messageId, content }
    const message = hasMedia(content)
      ? withTimer(withCaption(await this.#uploaded(line, jid, content), content), messageTimer)
      : (await line.build(jid, await composed(content, this.#files, undefined), { messageId, messageTimer }))
          .message
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
    const message = this.#upload(line, jid, content).catch((error: unknown) => {
      // A failed upload is retried by the next recipient.
      this.#uploads.delete(key)
      throw new MediaNotReady(error)
    })
    this.#uploads.set(key, { message, at: Date.now() })
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

/** The same file with another caption. */
function withCaption(uploaded: proto.IMessage, content: MediaContent): proto.IMessage {
  if (!('caption' in content) || content.caption === '') return uploaded
  const { caption } = content
  const { imageMessage, videoMessage, documentMessage } = uploaded
  if (imageMessage) return { ...uploaded, imageMessage: { ...imageMessage, caption } }
  if (videoMessage) return { ...uploaded, videoMessage: { ...videoMessage, caption } }
  return documentMessage ? { ...uploaded, documentMessage: { ...documentMessage, caption } } : uploaded
}

/** The same file, which disappears after so many seconds. */
function withTimer(uploaded: proto.IMessage, expiration: number | undefined): proto.IMessage {
  const kind = getContentType(uploaded)
  const part = kind && uploaded[kind]
  if (!expiration || !kind || typeof part !== 'object') return uploaded
  return { ...uploaded, [kind]: { ...part, contextInfo: { expiration } } }
}

/** A part in the form for the wire. */
export async function messageOf(
  line: Pick<OpenLine, 'build'>,
  jid: string,
  { messageId, content, original }: ReadyPart,
): Promise<proto.IMessage> {
  if (original) return proto.Message.decode(Buffer.from(original, 'base64'))
  if (content.type !== 'text') throw new Error(`A part of type ${content.type} was not prepared`)
  return (await line.build(jid, { text: content.text }, { messageId })).message
}
