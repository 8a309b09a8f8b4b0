import { createDecipheriv, createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { getMediaKeys, normalizeMessageContent, proto, toNumber } from '@whiskeysockets/baileys'
import { Refusal } from '../errors/refusal.ts'
import { type FileKind, MAC_BYTES, requiredKey } from './seal.ts'
import type { MediaWorld } from './world.ts'

/** A decrypted file at its recipient. */
export type OpenFile = { bytes: number; mimetype: string; fileName: string | undefined; content: Readable }

/**
 * A phone downloads and decrypts a message's file. Throws `ERR_FILE_NOT_FOUND` if the message has none or the host
 * lost it, `ERR_FILE_BROKEN` if the sender's key does not authenticate it.
 */
export async function openFile(simulation: MediaWorld, message: Uint8Array): Promise<OpenFile> {
  const media = mediaIn(proto.Message.decode(message))
  const file = media && simulation.files.find(Buffer.from(media.fileEncSha256 ?? []).toString('hex'))
  if (!media || !file) throw notFound()
  const { iv, cipherKey, macKey } = await getMediaKeys(media.mediaKey, media.kind)
  const end = file.bytes - MAC_BYTES - 1
  const authentic = isAuthentic(file.path, { end, iv, macKey: requiredKey(macKey) })
  // A reset may delete the file at this moment.
  if (!(await authentic.catch((error) => Promise.reject(isMissing(error) ? notFound() : error)))) {
    throw new Refusal(409, 'ERR_FILE_BROKEN', 'The file is not what its sender encrypted.')
  }
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  return {
    bytes: toNumber(media.fileLength),
    mimetype: media.mimetype || 'application/octet-stream',
    fileName: 'fileName' in media && media.fileName ? media.fileName : undefined,
    // The reader of `content` gets the error.
    content: pipeline(createReadStream(file.path, { end }), decipher, () => undefined),
  }
}

const notFound = () => new Refusal(404, 'ERR_FILE_NOT_FOUND', 'There is no file with this message.')

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

function mediaIn(message: proto.IMessage) {
  const content = normalizeMessageContent(message)
  const kinds: [FileKind, Media | null | undefined][] = [
    ['image', content?.imageMessage],
    ['video', content?.videoMessage],
    ['audio', content?.audioMessage],
    ['document', content?.documentMessage],
    ['sticker', content?.stickerMessage],
  ]
  for (const [kind, media] of kinds) if (media) return { ...media, kind }
  return undefined
}

type Media =
  | proto.Message.IImageMessage
  | proto.Message.IVideoMessage
  | proto.Message.IAudioMessage
  | proto.Message.IDocumentMessage
  | proto.Message.IStickerMessage

async function isAuthentic(
  path: string,
  { end, iv, macKey }: { end: number; iv: Uint8Array; macKey: Uint8Array },
): Promise<boolean> {
  const hmac = createHmac('sha256', macKey).update(iv)
  for await (const chunk of createReadStream(path, { end })) hmac.update(chunk)
  const found: Buffer[] = []
  for await (const chunk of createReadStream(path, { start: end + 1 })) found.push(chunk)
  return hmac.digest().subarray(0, MAC_BYTES).equals(Buffer.concat(found))
}
