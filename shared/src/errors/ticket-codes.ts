import type { CodeKinds } from './code-kinds.ts'

/** Codes of tickets and their messages. */
export const TICKET_CODES = {
  /** There is no ticket with this id that the caller may see. Reload the list. */
  ERR_NO_TICKET_FOUND: ['not-found'],
  /** The conversation has no such message. Reload the conversation. */
  ERR_NO_MESSAGE_FOUND: ['not-found'],
  /** The contact has a live ticket. `values` name its attendant and its queue, and its `uuid` if the caller may see it. */
  ERR_OTHER_OPEN_TICKET: ['conflict'],
  /** A colleague attends to the ticket: `userName`. Take it over, or leave a note. */
  ERR_TICKET_TAKEN: ['conflict'],
  /** The ticket is not in the state that the change begins with, or it is a group's. Reload it. */
  ERR_TICKET_CHANGED: ['conflict'],
  /** The ticket is still in the menu of queues. Name the queue in `queueId`. */
  ERR_QUEUE_NEEDED: ['conflict'],
  /** The customer wrote `count` messages that the caller had not seen. Read them, or send `force`. */
  ERR_NEW_MESSAGES: ['conflict'],
  /** The ticket is closed. Reopen it first. */
  ERR_TICKET_CLOSED: ['conflict'],
  /** The ticket has no attendant yet. Accept it first, or send `accept`. */
  ERR_TICKET_NOT_ACCEPTED: ['conflict'],
  /** A colleague, or the phone, has just answered: `userName`. Read it, or send `force`. */
  ERR_ALREADY_ANSWERED: ['conflict'],
  /** WhatsApp allows this account no first messages until the moment in `until`. Wait. */
  ERR_FIRST_CONTACT_HELD: ['conflict'],
  /** The `clientId` belongs to another message. Send a new one. */
  ERR_MESSAGE_REUSED: ['unprocessable'],
  /** The file's bytes are not of the type that the message names. Choose another file, or send it as a document. */
  ERR_MEDIA_TYPE: ['invalid'],
  /** The message cannot be edited: it is older than 15 minutes, deleted, not sent yet, or not the company's. */
  ERR_EDIT_WINDOW: ['conflict'],
  /** The message cannot be deleted for everyone: it is older than 48 hours, not sent yet, or not the company's. */
  ERR_DELETE_WAPP_MSG: ['conflict'],
  /** The message was sent, or was sent again already. Reload the conversation. */
  ERR_MESSAGE_SENT: ['conflict'],
  /** WhatsApp does not have the message: it is deleted, or was not sent. */
  ERR_NO_REACTION: ['conflict'],
  /** The message has nothing that can be forwarded, such as a deleted message or a lost file. */
  ERR_NOT_FORWARDED: ['conflict'],
  /** Live tickets are in the queue. Name another queue for them in `moveTo`. */
  ERR_QUEUE_IN_USE: ['conflict'],
  /** There is no quick reply with this id that the caller may use. Reload the list. */
  ERR_NO_QUICK_REPLY_FOUND: ['not-found'],
  /** There is no schedule with this id. Reload the list. */
  ERR_NO_SCHEDULE_FOUND: ['not-found'],
  /** The time of the schedule has passed. Choose a later one. */
  ERR_SCHEDULE_PAST: ['invalid'],
  /** The message of the schedule was sent, or is on its way. Reload the schedule. */
  ERR_SCHEDULE_SENT: ['conflict'],
  /** There is no conversation of colleagues with this id that the caller is in. Reload the list. */
  ERR_NO_CHAT_FOUND: ['not-found'],
  /** A conversation of two has no name, no further users, and is not left. Begin a room. */
  ERR_CHAT_OF_TWO: ['conflict'],
  /** Another quick reply of the same scope has the shortcode. Choose another one. */
  ERR_DUPLICATED_SHORTCODE: ['conflict'],
  /** The report's days are still being counted, `done` of `days`. Ask again: days that were counted are kept. */
  ERR_REPORT_COUNTING: ['conflict'],
} as const satisfies CodeKinds
