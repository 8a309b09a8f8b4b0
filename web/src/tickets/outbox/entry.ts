import { keptMedia } from '@recado/shared/messages/kept-media'
import * as z from 'zod'

/** A file that waits with its message. */
const outboxFile = z.object({
  blob: z.instanceof(Blob),
  /** Its own, or one that was made for a picture of the clipboard. */
  fileName: z.string(),
  type: z.enum(['image', 'video', 'audio', 'document']),
  /** A small JPEG as base64. */
  thumbnail: z.string().optional(),
  /** A recording for phones to play as a voice note. */
  voice: z.boolean(),
  /** Of an audio. */
  seconds: z.number().int(),
  waveform: z.string().optional(),
})
export type OutboxFile = z.infer<typeof outboxFile>

/** A message of this browser that waits for the server's answer. Moments are ISO 8601. */
export const outboxEntry = z.object({
  /** The same message sent twice is one message. */
  clientId: z.string(),
  /** The user in their company. Only this user sees the entry. */
  owner: z.string(),
  ticketId: z.string(),
  uuid: z.string(),
  /** The words, or the caption of the file. */
  text: z.string(),
  file: outboxFile.nullable(),
  /** The file of a quick reply, which is in storage already. Entries of older versions of the app have no such field. */
  replyFile: keptMedia.nullable().default(null),
  quoted: z.string().nullable(),
  at: z.string(),
  /** Its place among the messages of one moment. */
  order: z.number().int(),
  /** The newest message that the user saw. */
  seenAt: z.string(),
  /** Accepts the waiting ticket first. */
  accept: z.boolean(),
  /** Sends although a colleague has just answered. */
  force: z.boolean(),
  /** Puts the user's name above the words. Entries of older versions of the app have no such field. */
  sign: z.boolean().default(false),
  /** When the user said that it is to leave although it is old. */
  confirmedAt: z.string().nullable(),
  /** The file in storage. Kept, because the same message names the same file. */
  uploadId: z.string().nullable(),
  /**
   * `failed`: refused, and stays until the user decides. `answered`: a colleague was faster. `returned`: refused, and its
   * text goes back into the composer.
   */
  state: z.enum(['waiting', 'failed', 'answered', 'returned']),
  /** Why it does not leave, in words; of `answered` the name of the colleague. */
  reason: z.string(),
  /** Its file was refused as a picture, video or audio. Entries of older versions of the app have no such field. */
  maySendAsDocument: z.boolean().default(false),
  /** False if the same file is refused at every try. Entries of older versions of the app have no such field. */
  mayRetry: z.boolean().default(true),
})
export type OutboxEntry = z.infer<typeof outboxEntry>
