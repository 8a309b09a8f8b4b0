import * as z from 'zod'
import { MOST_FILE_BYTES } from '../media/files.ts'
import { chat, phoneNumber } from './requests.ts'

/** Largest body: the largest file in base64, and some room for the rest. */
export const MOST_BODY_BYTES = Math.ceil((MOST_FILE_BYTES * 4) / 3) + 100_000

const messageId = z.string().min(1).max(100)
const text = z.string().min(1).max(65_536)
const mimetype = z
  .string()
  .regex(/^[\w.+-]+\/[\w.+-]+(; ?[\w=.,-]+)*$/, 'such as image/png')
  .max(100)
const seconds = z.int().min(0).max(86_400)

/** Decoded base64. */
const file = z.string().transform((encoded, context) => {
  const bytes = Buffer.from(encoded, 'base64')
  const isWhole = bytes.length > 0 && bytes.toString('base64').length === encoded.length
  if (isWhole) return bytes
  context.addIssue({ code: 'custom', message: 'a file is base64 and not empty' })
  return z.NEVER
})

/** A message of any kind, in the protocol's JSON. */
const message = z.record(z.string(), z.unknown())

/** Fields of every message. A person who hides the number writes under the LID alone. */
const everyMessage = {
  to: chat,
  quoted: messageId.optional(),
  addressing: z.enum(['lid', 'pn']).optional(),
  hideNumber: z.boolean().optional(),
  /** To a person: through a broadcast list, or as a status. */
  via: z.enum(['list', 'status']).optional(),
}

const media = { ...everyMessage, file: file.optional(), mimetype: mimetype.optional() }
const caption = text.optional()
/** The file is in the header of a business's template with these words. */
const template = text.optional()

const MOST_ALBUM_FILES = 100

/** A photo or a video of an album. */
const albumFile = z.strictObject({
  type: z.enum(['image', 'video']).default('image'),
  file: file.optional(),
  mimetype: mimetype.optional(),
  caption,
  seconds: seconds.optional(),
})

const ofEachType = z.discriminatedUnion('type', [
  z.strictObject({ ...everyMessage, type: z.literal('text'), text }),
  z.strictObject({ ...media, type: z.literal('image'), caption, template }),
  z.strictObject({ ...media, type: z.literal('video'), caption, template, seconds: seconds.optional() }),
  z.strictObject({ ...media, type: z.enum(['audio', 'voice']), seconds: seconds.optional() }),
  z.strictObject({
    ...media,
    type: z.literal('document'),
    caption,
    template,
    fileName: z.string().min(1).max(255).optional(),
  }),
  z.strictObject({ ...media, type: z.literal('sticker') }),
  z.strictObject({
    ...everyMessage,
    type: z.literal('album'),
    files: z.array(albumFile).min(2).max(MOST_ALBUM_FILES),
  }),
  z.strictObject({
    ...everyMessage,
    type: z.literal('location'),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    name: z.string().max(200).optional(),
  }),
  z.strictObject({
    ...everyMessage,
    type: z.literal('contact'),
    name: z.string().min(1).max(100),
    number: phoneNumber,
  }),
  z.strictObject({
    ...everyMessage,
    type: z.literal('reaction'),
    target: messageId,
    emoji: z.string().max(20),
  }),
  z.strictObject({ ...everyMessage, type: z.literal('edit'), target: messageId, text }),
  z.strictObject({ ...everyMessage, type: z.literal('delete'), target: messageId }),
  z.strictObject({ ...everyMessage, type: z.literal('other'), message }),
])

/** A person's message. Without a type it is a text. */
export const writtenMessage = z.preprocess(
  (body) =>
    typeof body === 'object' && body !== null && !('type' in body) ? { type: 'text', ...body } : body,
  ofEachType,
)
