import * as z from 'zod'
import { content } from './content.ts'

const tenant = { companyId: z.string(), connectionId: z.string() }

/** A person as WhatsApp names them: by number (digits), by LID, or both. */
export const person = z.object({ number: z.string().optional(), lid: z.string().optional() })
export type Person = z.infer<typeof person>

/** Whether WhatsApp names the same person: some messages have only the number, others only the LID. */
export const isSamePerson = (
  one: Person,
  other: { [P in keyof Person]?: string | null | undefined } = {},
): boolean =>
  (one.lid !== undefined && one.lid === other.lid) ||
  (one.number !== undefined && one.number === other.number)

/** A chat that an account had before it was linked. Times are in seconds since 1970. */
const knownChat = z.object({
  person,
  name: z.string().optional(),
  /** When the person last wrote. */
  wroteAt: z.number().int().optional(),
  /** The person's latest short texts, in their order. */
  words: z
    .array(z.object({ messageId: z.string(), timestamp: z.number().int(), text: z.string() }))
    .optional(),
})
export type KnownChat = z.infer<typeof knownChat>

/** An event from WhatsApp to be stored; a message of the queue. */
export const inboundEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    ...tenant,
    /** The group of the message; absent in a conversation with one person. */
    groupId: z.string().optional(),
    /** The other person; in a group, the sender. */
    person,
    /** Written on the company's own phone or another of its devices. */
    fromMe: z.boolean(),
    messageId: z.string(),
    /** Seconds since 1970, by WhatsApp. */
    timestamp: z.number().int(),
    /** Its place in the chat, in milliseconds since 1970: WhatsApp's second plus the order within it. */
    at: z.number().int(),
    /** The person's own name for themselves. */
    name: z.string().optional(),
    content,
    /** The id of the message this one quotes. */
    quoted: z.string().optional(),
    /** The timer of disappearing messages of its chat: seconds; 0: messages stay. */
    messageTimer: z.number().int().nonnegative().optional(),
    /** The encoded WhatsApp message, base64: needed to quote it and to fetch its file. */
    original: z.string(),
    /**
     * Written while the account was not linked, and found in the history of the next linking. `answered`: the company's
     * last message from its phone, and all before it. An `unanswered` message of the phone is a text of its app.
     */
    missed: z.enum(['unanswered', 'answered']).optional(),
  }),
  /** The company's own phone read a person's messages. */
  z.object({ kind: z.literal('read'), ...tenant, person, messageIds: z.array(z.string()).min(1) }),
  /** The timer of disappearing messages was set in the chat with a person: seconds; 0: messages stay. */
  z.object({
    kind: z.literal('timer'),
    ...tenant,
    person,
    messageTimer: z.number().int().nonnegative(),
    /** When, in seconds since 1970. It tells two changes to the same timer apart. */
    timestamp: z.number().int(),
  }),
  /** A person's number and LID became known together. */
  z.object({ kind: z.literal('identity'), ...tenant, person: person.required() }),
  /** Chats that the account had before it was linked here. */
  z.object({
    kind: z.literal('history'),
    ...tenant,
    chats: z.array(knownChat),
  }),
])
export type InboundEvent = z.infer<typeof inboundEvent>
export type InboundMessage = Extract<InboundEvent, { kind: 'message' }>
