import * as z from 'zod'
import { content } from './content.ts'

const tenant = { companyId: z.string(), connectionId: z.string() }

/** A person as WhatsApp names them: by number (digits), by LID, or both. */
export const person = z.object({ number: z.string().optional(), lid: z.string().optional() })
export type Person = z.infer<typeof person>

/** What came from WhatsApp and is to be stored, as it stands in the queue. */
export const inboundEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    ...tenant,
    /** The group it was written in; absent in a conversation with one person. */
    groupId: z.string().optional(),
    /** The other person, or in a group whoever wrote it. */
    person,
    /** Written on the company's own phone or another of its devices. */
    fromMe: z.boolean(),
    messageId: z.string(),
    /** Seconds since 1970, by WhatsApp. */
    timestamp: z.number().int(),
    /** Its place among the messages of the chat, in milliseconds since 1970: WhatsApp's second, and its order in it. */
    at: z.number().int(),
    /** The name the person gave themselves. */
    name: z.string().optional(),
    content,
    /** The id of the message this one quotes. */
    quoted: z.string().optional(),
    /** The message as WhatsApp has it, base64: what quoting it and fetching its file need. */
    original: z.string(),
  }),
  /** A person's number and LID became known together. */
  z.object({ kind: z.literal('identity'), ...tenant, person: person.required() }),
  /** Chats that the account had before it was linked here. */
  z.object({
    kind: z.literal('history'),
    ...tenant,
    chats: z.array(z.object({ person, name: z.string().optional(), wroteAt: z.number().int().optional() })),
  }),
])
export type InboundEvent = z.infer<typeof inboundEvent>
export type InboundMessage = Extract<InboundEvent, { kind: 'message' }>
