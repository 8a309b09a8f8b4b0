import { MEDIA_LIMITS, type Media, type MediaType } from '@recado/shared/conversations/content'
import type { proto } from '@whiskeysockets/baileys'
import { unwrapped } from './unwrap.ts'
import { textOf } from './words.ts'

/** What every part of a message with a file has. */
export type FilePart = Pick<
  proto.Message.IImageMessage,
  'url' | 'directPath' | 'mediaKey' | 'fileSha256' | 'mimetype' | 'fileLength'
>

/** The part of a message that says where its file is; undefined where there is none. */
export function filePartOf(message: proto.IMessage): FilePart | undefined {
  const inner = unwrapped(message)?.message
  const part =
    inner?.imageMessage ??
    inner?.videoMessage ??
    inner?.ptvMessage ??
    inner?.audioMessage ??
    inner?.documentMessage ??
    inner?.stickerMessage
  return part ?? undefined
}

/** A file as its sender describes it, before it is fetched. */
export function mediaOf(type: MediaType, part: FilePart | null | undefined, usual: string): Media {
  const length = part?.fileLength ?? 0
  // Whoever sends it may write any length; of a greater one nothing can be told exactly.
  const bytes = Math.min(typeof length === 'number' ? length : length.toNumber(), Number.MAX_SAFE_INTEGER)
  const state = bytes > MEDIA_LIMITS[type] ? 'TOO_LARGE' : 'PENDING'
  return { state, bytes, mimetype: textOf(part?.mimetype) || usual, key: null }
}
