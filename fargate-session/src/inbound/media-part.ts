import { MEDIA_LIMITS, type Media, type MediaType } from '@recado/shared/messages/content'
import type { proto } from '@whiskeysockets/baileys'
import { headerOf } from './header-file.ts'
import { unwrapped } from './unwrap.ts'
import { nameOf } from './words.ts'

/** Fields that every part with a file has. */
export type FilePart = Pick<
  proto.Message.IImageMessage,
  'url' | 'directPath' | 'mediaKey' | 'fileSha256' | 'mimetype' | 'fileLength'
>

/** The part of a message that locates its file; undefined for a message without a file. */
export function filePartOf(message: proto.IMessage): FilePart | undefined {
  const inner = unwrapped(message)?.message
  const header = inner && headerOf(inner)
  const part =
    inner?.imageMessage ??
    inner?.videoMessage ??
    inner?.ptvMessage ??
    inner?.audioMessage ??
    inner?.documentMessage ??
    inner?.stickerMessage ??
    header?.imageMessage ??
    header?.videoMessage ??
    header?.documentMessage
  return part ?? undefined
}

/** A file as its sender describes it, before the download. */
export function mediaOf(type: MediaType, part: FilePart | null | undefined, usual: string): Media {
  const length = part?.fileLength ?? 0
  // The sender may write any length, also one beyond exact integers.
  const bytes = Math.min(typeof length === 'number' ? length : length.toNumber(), Number.MAX_SAFE_INTEGER)
  const state = bytes > MEDIA_LIMITS[type] ? 'TOO_LARGE' : 'PENDING'
  return { state, bytes, mimetype: nameOf(part?.mimetype) || usual, key: null }
}

/** The largest preview that is stored, in bytes: it is part of the message's row. */
const THUMBNAIL_MAX_BYTES = 5 * 1024
/** WhatsApp's waveforms have 64 bars. */
const WAVEFORM_MAX_BYTES = 64

/** The sender's preview of a picture or a video. A large one is left out. */
export const thumbnailOf = ({
  jpegThumbnail,
}: {
  jpegThumbnail?: Uint8Array | null
}): {
  thumbnail?: string
} =>
  jpegThumbnail?.length && jpegThumbnail.length <= THUMBNAIL_MAX_BYTES
    ? { thumbnail: Buffer.from(jpegThumbnail).toString('base64') }
    : {}

/** The bars of a recording. */
export const waveformOf = ({ waveform }: { waveform?: Uint8Array | null }): { waveform?: string } =>
  waveform?.length && waveform.length <= WAVEFORM_MAX_BYTES
    ? { waveform: Buffer.from(waveform).toString('base64') }
    : {}
