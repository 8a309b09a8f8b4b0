import * as z from 'zod'
import { id } from '../../ids.ts'
import { FILE_FIELDS } from '../../messages/file-fields.ts'
import { MESSAGE_MAX } from './ticket.ts'

/** The longest caption, in characters. */
const CAPTION_MAX = 4096

/**
 * A file in the bucket, sent there before (`POST /uploads` with the purpose `message-media`), or the `mediaId` of a quick
 * reply.
 */
const uploaded = { uploadId: id }
const caption = z.string().max(CAPTION_MAX).default('')

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
