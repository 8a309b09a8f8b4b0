import * as z from 'zod'

/** Bytes of a file that are taken in or sent, by kind of message: WhatsApp's own limits, 100 MB for documents. */
export const MEDIA_LIMITS = {
  image: 16 * 2 ** 20,
  video: 64 * 2 ** 20,
  audio: 16 * 2 ** 20,
  document: 100 * 2 ** 20,
  sticker: 2 ** 20,
} as const
export type MediaType = keyof typeof MEDIA_LIMITS

const mediaState = z.enum([
  /** On its way into the bucket. */
  'PENDING',
  'READY',
  /** WhatsApp does not have the file any more. */
  'GONE',
  'TOO_LARGE',
  /** The company keeps files no longer than that. */
  'ERASED',
])

/** A message's file. It lies in the bucket under `key` once it is READY. */
export const media = z.object({
  state: mediaState,
  mimetype: z.string(),
  bytes: z.number().int(),
  key: z.string().nullable(),
})
export type Media = z.infer<typeof media>

/** Which message a reaction, an edit or a deletion is about, or what a message quotes. */
const target = z.string()
const file = { media }

/**
 * Kinds of message that have no form of their own here: an interface says in words what each is, and shows the
 * sender's words beside it.
 */
export const NOTICES = [
  /** To be opened once, on the phone alone. */
  'view-once',
  /** What it says has not come, or could not be decrypted. What comes later takes its place. */
  'unreadable',
  'poll',
  'poll-result',
  'event',
  'event-canceled',
  'scheduled-call',
  'call',
  'missed-call',
  'missed-video-call',
  'order',
  'product',
  'payment',
  'payment-request',
  'group-invite',
  'channel-invite',
  'number-request',
  'album',
  'sticker-pack',
  'status-mention',
  'earlier-messages',
] as const
export type Notice = (typeof NOTICES)[number]

/** What a message says. Text from WhatsApp is hostile: it is shown as text and nothing else. */
export const content = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), caption: z.string(), ...file }),
  z.object({ type: z.literal('video'), caption: z.string(), ...file }),
  /** `voice`: recorded in place, shown as a voice note. Seconds. */
  z.object({ type: z.literal('audio'), voice: z.boolean(), seconds: z.number(), ...file }),
  z.object({ type: z.literal('document'), fileName: z.string(), caption: z.string(), ...file }),
  z.object({ type: z.literal('sticker'), ...file }),
  z.object({
    type: z.literal('location'),
    latitude: z.number(),
    longitude: z.number(),
    name: z.string(),
  }),
  z.object({
    type: z.literal('contact'),
    contacts: z.array(z.object({ name: z.string(), number: z.string() })),
  }),
  /** An empty emoji takes the reaction back. */
  z.object({ type: z.literal('reaction'), target, emoji: z.string() }),
  z.object({ type: z.literal('edit'), target, text: z.string() }),
  /** For everyone. */
  z.object({ type: z.literal('delete'), target }),
  /** `text` are the sender's words, such as a poll's question; `items` are further ones, such as its options. */
  z.object({
    type: z.literal('notice'),
    about: z.enum(NOTICES),
    text: z.string(),
    items: z.array(z.string()),
  }),
  /** A kind this product does not show; `kind` is WhatsApp's own word for it. */
  z.object({ type: z.literal('unsupported'), kind: z.string() }),
])
export type Content = z.infer<typeof content>

/** Content that changes an earlier message and is none of its own. */
export type Amendment = Extract<Content, { type: 'reaction' | 'edit' | 'delete' }>
export const isAmendment = (of: Content): of is Amendment =>
  of.type === 'reaction' || of.type === 'edit' || of.type === 'delete'

/** What only stands for a message: its content may come later, and then takes this place. */
export function placeholderIn(of: Content): 'view-once' | 'unreadable' | undefined {
  const about = of.type === 'notice' ? of.about : undefined
  return about === 'view-once' || about === 'unreadable' ? about : undefined
}

/** Content with a file. */
export type MediaContent = Extract<Content, { media: Media }>
export const hasMedia = (of: Content): of is MediaContent => 'media' in of
