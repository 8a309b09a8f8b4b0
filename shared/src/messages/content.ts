import * as z from 'zod'

/** The largest received or sent files, in bytes by kind of message: WhatsApp's own limits, 100 MB for documents. */
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
  /** WhatsApp no longer has the file. */
  'GONE',
  'TOO_LARGE',
  /** Deleted after the company's retention time. */
  'ERASED',
])

/** A message's file. Once it is READY, the bucket has it under `key`. */
export const media = z.object({
  state: mediaState,
  mimetype: z.string(),
  bytes: z.number().int(),
  key: z.string().nullable(),
})
export type Media = z.infer<typeof media>

/** The id of the message that a reaction, an edit or a deletion changes. */
const target = z.string()
const file = { media }

/**
 * Kinds of message without a form of their own: the interface names the kind in words and shows the sender's words
 * beside it.
 */
export const NOTICES = [
  /** Can be opened once, only on the phone. */
  'view-once',
  /** The content is missing or could not be decrypted. A later copy with content replaces it. */
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

/**
 * The content of a message. `thumbnail` is a small JPEG, base64. Text from WhatsApp is hostile: it is shown as text and
 * nothing else.
 */
export const content = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), caption: z.string(), thumbnail: z.string().optional(), ...file }),
  z.object({ type: z.literal('video'), caption: z.string(), thumbnail: z.string().optional(), ...file }),
  /**
   * `voice`: recorded in WhatsApp, shown as a voice note. Duration in seconds. `waveform`: up to 64 bytes from 0 to 100,
   * base64.
   */
  z.object({
    type: z.literal('audio'),
    voice: z.boolean(),
    seconds: z.number(),
    waveform: z.string().optional(),
    ...file,
  }),
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
  /** An empty emoji removes the reaction. */
  z.object({ type: z.literal('reaction'), target, emoji: z.string() }),
  z.object({ type: z.literal('edit'), target, text: z.string() }),
  /** Deleted for everyone. */
  z.object({ type: z.literal('delete'), target }),
  /** `text`: the sender's words, such as a poll's question; `items`: further words, such as its options. */
  z.object({
    type: z.literal('notice'),
    about: z.enum(NOTICES),
    text: z.string(),
    items: z.array(z.string()),
  }),
  /** A kind that this product does not show; `kind` is WhatsApp's name for it. */
  z.object({ type: z.literal('unsupported'), kind: z.string() }),
])
export type Content = z.infer<typeof content>

/** What happened to a ticket, as its conversation shows it. */
export const TICKET_EVENTS = [
  'accepted',
  'takenOver',
  'returned',
  'transferred',
  'closed',
  'reopened',
  'snoozed',
  'woken',
  'tagged',
  'queued',
  'merged',
] as const
export type TicketEventKind = (typeof TICKET_EVENTS)[number]

/** A user or a queue in a ticket's event: the name as it was then. */
const named = z.object({ id: z.string(), name: z.string() })

/** Content that never leaves the company: a colleague's note, and what happened to the ticket. */
export const internalContent = z.discriminatedUnion('type', [
  /** `mentions`: ids of users. */
  z.object({ type: z.literal('note'), text: z.string(), mentions: z.array(z.string()) }),
  z.object({
    type: z.literal('event'),
    kind: z.enum(TICKET_EVENTS),
    /** The user who did it; null for the system or the customer. */
    by: named.nullable(),
    /** A transfer's target, or the queue that the customer chose. */
    queue: named.optional(),
    user: named.optional(),
    /** Of a closing: why; of a snooze: until when, ISO 8601. */
    reason: z.string().optional(),
    until: z.string().optional(),
  }),
])
export type InternalContent = z.infer<typeof internalContent>
export type TicketEvent = Extract<InternalContent, { type: 'event' }>

/** The content of a stored message: what WhatsApp carries, or what the company keeps to itself. */
export const storedContent = z.union([content, internalContent])
export type StoredContent = Content | InternalContent

/** Whether content must never reach WhatsApp. */
export const isInternal = (of: StoredContent): of is InternalContent =>
  of.type === 'note' || of.type === 'event'

/** Content that changes an earlier message and is not a message of its own. */
export type Amendment = Extract<Content, { type: 'reaction' | 'edit' | 'delete' }>
export const isAmendment = (of: StoredContent): of is Amendment =>
  of.type === 'reaction' || of.type === 'edit' || of.type === 'delete'

/** Whether the content is a placeholder: the real content may come later and replaces it. */
export function placeholderIn(of: StoredContent): 'view-once' | 'unreadable' | undefined {
  const about = of.type === 'notice' ? of.about : undefined
  return about === 'view-once' || about === 'unreadable' ? about : undefined
}

/** Content with a file. */
export type MediaContent = Extract<Content, { media: Media }>
export const hasMedia = (of: StoredContent): of is MediaContent => 'media' in of
