import * as z from 'zod'
import { ANY_USER } from '../../access.ts'
import { defineRoutes, nothing } from '../../http/contract.ts'
import { pageEnd, recordsOf } from '../../http/paging.ts'
import { id } from '../../ids.ts'
import { GALLERY_KINDS } from '../../messages/gallery.ts'
import { shownMessage } from './shown-message.ts'
import { MESSAGE_MAX, NOTE_MAX } from './ticket.ts'
import { isWritten, writtenContent } from './written-content.ts'

/** A ticket that messages of a page belong to: for the dividers between tickets. */
export const ticketDivider = z.object({
  id: z.string(),
  protocol: z.string(),
  userId: z.string().nullable(),
  queueId: z.string().nullable(),
  closedAt: z.string().nullable(),
  rate: z.number().int().nullable(),
  createdAt: z.string(),
})

/** Messages of an earlier ticket that its queue keeps to itself (`historyVisibility`). */
export const hiddenMessages = z.object({ ticketId: z.string(), count: z.number().int() })

export const messagePage = z.object({
  records: z.array(shownMessage),
  tickets: z.array(ticketDivider),
  hidden: z.array(hiddenMessages),
  /** The campaigns that messages of the page belong to, without deleted ones. */
  campaigns: z.array(z.object({ id: z.string(), name: z.string() })),
  ...pageEnd,
})
export type MessagePage = z.infer<typeof messagePage>

export const galleryPage = recordsOf(shownMessage)
export type GalleryPage = z.infer<typeof galleryPage>

/** WhatsApp's id of a message, or our own of a note. */
const messageId = z.string().regex(/^[\x21-\x7e]{1,100}$/)

export const messageInput = z.strictObject({
  /** Made by the browser: the same message sent twice is one message. */
  clientId: z.uuid(),
  /** The moment of the last message that the writer saw. */
  seenAt: z.iso.datetime(),
  content: writtenContent,
  quoted: messageId.optional(),
  /** Sends although a colleague has just answered. */
  force: z.boolean().optional(),
  /** Puts the attendant's name above the text, where the company leaves it to them. */
  sign: z.boolean().optional(),
  /** Accepts a waiting ticket first; one that is still in the menu of queues for this queue. */
  accept: z.boolean().optional(),
  queueId: id.optional(),
})
export type MessageInput = z.infer<typeof messageInput>

/** The emoji of a reaction; an empty text takes the reaction back. */
export const reactionInput = z.strictObject({
  emoji: z
    .string()
    .max(32)
    .regex(/^(\p{Extended_Pictographic}|\p{Emoji_Component}|\p{Regional_Indicator})*$/u),
})

export const editInput = z.strictObject({ text: z.string().max(MESSAGE_MAX).refine(isWritten, 'blank') })

/** The most messages of one forwarding, and the most conversations that get them. */
export const FORWARDED_MAX = 5
export const forwardInput = z.strictObject({
  /** Messages of one conversation. */
  messageIds: z.array(messageId).min(1).max(FORWARDED_MAX),
  /** Tickets that the caller may write in, and contacts: a conversation with one begins if there is none. */
  to: z
    .array(z.union([z.strictObject({ ticketId: id }), z.strictObject({ contactId: id })]))
    .min(1)
    .max(FORWARDED_MAX),
})
export type ForwardInput = z.infer<typeof forwardInput>

export const noteInput = z.strictObject({
  text: z.string().trim().min(1).max(NOTE_MAX),
  /** Ids of users who may see the ticket. Each gets a notice. */
  mentions: z.array(z.string().max(64)).max(50).default([]),
})
export type NoteInput = z.infer<typeof noteInput>

/** Refusals of every call that writes to a ticket's customer. */
const WRITES_IN_TICKET = [
  'ERR_NO_TICKET_FOUND',
  'ERR_NO_MESSAGE_FOUND',
  'ERR_TICKET_TAKEN',
  'ERR_TICKET_CLOSED',
  'ERR_TICKET_NOT_ACCEPTED',
  'ERR_WAPP_NOT_INITIALIZED',
] as const

export const messageRoutes = defineRoutes({
  listMessages: {
    method: 'GET',
    path: '/messages/{ticketId}',
    access: ANY_USER,
    query: z.strictObject({
      cursor: z.string().max(512).optional(),
      /** The page that holds this message. */
      around: messageId.optional(),
    }),
    response: messagePage,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_MESSAGE_FOUND'],
    summary: 'Messages of a conversation, newest first, with notes and events',
  },
  listGallery: {
    method: 'GET',
    path: '/tickets/{ticketId}/files',
    access: ANY_USER,
    query: z.strictObject({
      kind: z.enum(GALLERY_KINDS).default('media'),
      cursor: z.string().max(512).optional(),
    }),
    response: galleryPage,
    errors: ['ERR_NO_TICKET_FOUND'],
    summary: 'Pictures, files, links or campaign messages of a conversation; a page may have few, or none',
  },
  sendMessage: {
    method: 'POST',
    path: '/messages/{ticketId}',
    access: ANY_USER,
    body: messageInput,
    response: shownMessage,
    status: 201,
    sends: true,
    // Messages name their author themselves.
    audited: false,
    idempotent: 'if-sent',
    rate: 'messages',
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_MESSAGE_FOUND',
      'ERR_TICKET_TAKEN',
      'ERR_TICKET_CLOSED',
      'ERR_TICKET_NOT_ACCEPTED',
      'ERR_ALREADY_ANSWERED',
      'ERR_QUEUE_NEEDED',
      'ERR_NO_QUEUE_FOUND',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_FIRST_CONTACT_HELD',
      'ERR_MESSAGE_REUSED',
      'ERR_NO_FILE',
      'ERR_MEDIA_TYPE',
      'ERR_UPLOAD_TOO_LARGE',
    ],
    summary: 'Answer the customer',
  },
  getMessageMedia: {
    method: 'GET',
    path: '/messages/{ticketId}/{messageId}/media',
    access: ANY_USER,
    response: z.object({ url: z.string() }),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_MESSAGE_FOUND', 'ERR_NO_FILE'],
    summary: 'An address of the message’s file, valid for five minutes',
  },
  reactToMessage: {
    method: 'POST',
    path: '/messages/{ticketId}/{messageId}/react',
    access: ANY_USER,
    body: reactionInput,
    response: nothing,
    status: 204,
    sends: true,
    audited: false,
    rate: 'messages',
    errors: [...WRITES_IN_TICKET, 'ERR_NO_REACTION'],
    summary: 'React to a message with an emoji; an empty one takes the reaction back',
  },
  editMessage: {
    method: 'POST',
    path: '/messages/{ticketId}/{messageId}/edit',
    access: ANY_USER,
    body: editInput,
    response: nothing,
    status: 204,
    sends: true,
    audited: false,
    rate: 'messages',
    errors: [...WRITES_IN_TICKET, 'ERR_EDIT_WINDOW'],
    summary: 'Change the text of one’s own company’s message, within 15 minutes',
  },
  deleteMessage: {
    method: 'DELETE',
    path: '/messages/{ticketId}/{messageId}',
    access: ANY_USER,
    response: nothing,
    status: 204,
    sends: true,
    rate: 'messages',
    errors: [...WRITES_IN_TICKET, 'ERR_DELETE_WAPP_MSG'],
    summary: 'Delete one’s own company’s message for everyone, within 48 hours',
  },
  retryMessage: {
    method: 'POST',
    path: '/messages/{ticketId}/{messageId}/retry',
    access: ANY_USER,
    response: shownMessage,
    status: 201,
    sends: true,
    audited: false,
    idempotent: 'if-sent',
    rate: 'messages',
    errors: [...WRITES_IN_TICKET, 'ERR_MESSAGE_SENT'],
    summary: 'Send a failed message, or one with an unknown outcome, again as a new message',
  },
  forwardMessages: {
    method: 'POST',
    path: '/messages/forward',
    access: ANY_USER,
    body: forwardInput,
    response: z.object({ records: z.array(shownMessage) }),
    status: 201,
    sends: true,
    audited: false,
    idempotent: true,
    rate: 'messages',
    errors: [
      ...WRITES_IN_TICKET,
      'ERR_NOT_FORWARDED',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_CONTACT_BLOCKED',
    ],
    summary: 'Forward messages to other conversations',
  },
  createNote: {
    method: 'POST',
    path: '/tickets/{ticketId}/notes',
    access: ANY_USER,
    body: noteInput,
    response: shownMessage,
    status: 201,
    idempotent: true,
    rate: 'desk',
    audited: false,
    errors: ['ERR_NO_TICKET_FOUND'],
    summary: 'Leave a note that only the team sees',
  },
})
