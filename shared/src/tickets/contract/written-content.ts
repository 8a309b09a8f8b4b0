import * as z from 'zod'
import { id } from '../../ids.ts'
import { MESSAGE_MAX } from './ticket.ts'

/** The longest caption, and the longest file name, in characters. */
const CAPTION_MAX = 4096
const FILE_NAME_MAX = 255

/** Base64 characters of a preview picture of 5 KB (part 4 §6), and of the 64 bytes of a waveform. */
const THUMBNAIL_MAX = 6828
const WAVEFORM_LENGTH = 88

/**
 * A file in the bucket, sent there before (`POST /uploads` with the purpose `message-media`), or the `mediaId` of a quick
 * reply.
 */
const uploaded = { uploadId: id }
const caption = z.string().max(CAPTION_MAX).default('')
/** A small JPEG as base64: what a phone shows until it has the file. */
const thumbnail = z.base64().max(THUMBNAIL_MAX).optional()

/** What the sender says about a file of each kind. */
export const FILE_FIELDS = {
  image: { thumbnail },
  video: { thumbnail },
  audio: {
    /** A recording, which phones play as a voice note. It must be Ogg with Opus. */
    voice: z.boolean().default(false),
    seconds: z.number().int().min(0).max(86_400),
    /** 64 values from 0 to 100, as base64: the bars of a voice note. */
    waveform: z.base64().length(WAVEFORM_LENGTH).optional(),
  },
  document: { fileName: z.string().min(1).max(FILE_NAME_MAX) },
}

/** What a user writes to a customer: a text, or a file with its caption. */
export const writtenContent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().max(MESSAGE_MAX).refine(isWritten, 'blank') }),
  z.strictObject({ type: z.literal('image'), ...uploaded, caption, ...FILE_FIELDS.image }),
  z.strictObject({ type: z.literal('video'), ...uploaded, caption, ...FILE_FIELDS.video }),
  z.strictObject({ type: z.literal('audio'), ...uploaded, ...FILE_FIELDS.audio }),
  z.strictObject({ type: z.literal('document'), ...uploaded, caption, ...FILE_FIELDS.document }),
])
export type WrittenContent = z.infer<typeof writtenContent>
export type WrittenFile = Exclude<WrittenContent, { type: 'text' }>

/** A text with at least one character that is no space. */
export function isWritten(text: string): boolean {
  return text.trim() !== ''
}
