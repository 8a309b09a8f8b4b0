import type { api } from '@recado/shared/api/routes'
import type { Grants } from './grants.ts'
import { COMMANDED, PAGED, READ, TOLD, WRITE } from './usual-grants.ts'

const WITH_FILE: Grants = { ...TOLD, files: ['read', 'write', 'delete'] }

/** Rights of the calls about tickets and their messages. */
export const ticketGrants: { [R in keyof (typeof api)['tickets']]: Grants } = {
  listTickets: PAGED,
  countTickets: READ,
  listKanban: PAGED,
  openTicket: TOLD,
  acceptNextTicket: COMMANDED,
  getTicket: READ,
  getTicketByUuid: READ,
  changeTicket: COMMANDED,
  changeGroup: TOLD,
  deleteTicket: TOLD,
  readTicket: COMMANDED,
  saveDraft: WRITE,
  listAttendants: READ,
  listMessages: PAGED,
  listGallery: PAGED,
  sendMessage: { ...COMMANDED, files: ['read', 'write', 'delete'] },
  getMessageMedia: { table: 'read', files: ['read'] },
  reactToMessage: COMMANDED,
  editMessage: COMMANDED,
  deleteMessage: COMMANDED,
  retryMessage: { ...COMMANDED, files: ['read', 'write'] },
  forwardMessages: { ...COMMANDED, files: ['read', 'write'] },
  createNote: TOLD,
}

/** Rights of the calls about texts that attendants insert. */
const quickReplyGrants: { [R in keyof (typeof api)['quick-replies']]: Grants } = {
  listQuickReplies: PAGED,
  createQuickReply: WITH_FILE,
  getQuickReply: READ,
  updateQuickReply: WITH_FILE,
  deleteQuickReply: { ...TOLD, files: ['delete'] },
}

/** Rights of the calls about messages at a time. */
const scheduleGrants: { [R in keyof (typeof api)['schedules']]: Grants } = {
  listSchedules: PAGED,
  createSchedule: { ...WITH_FILE, send: ['events', 'schedules'] },
  getSchedule: READ,
  updateSchedule: { ...WITH_FILE, send: ['events', 'schedules'] },
  deleteSchedule: { ...TOLD, files: ['delete'] },
}

/** Rights of the calls about conversations of colleagues. */
const chatGrants: { [R in keyof (typeof api)['chats']]: Grants } = {
  listChats: PAGED,
  createChat: TOLD,
  getChat: READ,
  updateChat: TOLD,
  // A room that its last user leaves is deleted in the background.
  leaveChat: { table: 'write', send: ['events', 'cleanup'] },
  readChat: TOLD,
  listChatMessages: PAGED,
  sendChatMessage: WITH_FILE,
  editChatMessage: TOLD,
  deleteChatMessage: { ...TOLD, files: ['delete'] },
  getChatMedia: { ...READ, files: ['read'] },
}

/** Rights of the search in contacts, tickets and messages. */
const searchGrants: { [R in keyof (typeof api)['search']]: Grants } = {
  search: READ,
}

/** Rights of the calls about users' notices. */
const noticeGrants: { [R in keyof (typeof api)['notices']]: Grants } = {
  listNotices: PAGED,
  readNotices: TOLD,
  getNoticeSettings: READ,
  saveNoticeSettings: WRITE,
  stopNoticeMails: WRITE,
}

/** Rights of the calls about the figures of customer service. Days that are over are stored once they are counted. */
const deskReportGrants: { [R in keyof (typeof api)['desk-report']]: Grants } = {
  getDeskReport: WRITE,
  listReportTickets: PAGED,
  exportDeskReport: WRITE,
}

/** Rights of the calls of customer service, beside those about tickets, queues and tags. */
export const deskGrants = {
  'quick-replies': quickReplyGrants,
  schedules: scheduleGrants,
  chats: chatGrants,
  search: searchGrants,
  notices: noticeGrants,
  'desk-report': deskReportGrants,
}
