import type { api } from '@recado/shared/api/routes'
import type { Grants } from './grants.ts'

const READ: Grants = { table: 'read' }
const PAGED: Grants = { table: 'read', secrets: ['cursor-key'] }
const TOLD: Grants = { table: 'write', send: ['events'] }

const WITH_FILE: Grants = { ...TOLD, files: ['read', 'write', 'delete'] }

/** Rights of the calls about texts that attendants insert. */
export const quickReplyGrants: { [R in keyof (typeof api)['quick-replies']]: Grants } = {
  listQuickReplies: PAGED,
  createQuickReply: WITH_FILE,
  getQuickReply: READ,
  updateQuickReply: WITH_FILE,
  deleteQuickReply: { ...TOLD, files: ['delete'] },
}

/** Rights of the calls about messages at a time. */
export const scheduleGrants: { [R in keyof (typeof api)['schedules']]: Grants } = {
  listSchedules: PAGED,
  createSchedule: { ...WITH_FILE, send: ['events', 'schedules'] },
  getSchedule: READ,
  updateSchedule: { ...WITH_FILE, send: ['events', 'schedules'] },
  deleteSchedule: { ...TOLD, files: ['delete'] },
}

/** Rights of the search in contacts, tickets and messages. */
export const searchGrants: { [R in keyof (typeof api)['search']]: Grants } = {
  search: READ,
}

/** Rights of the calls about users' notices. */
export const noticeGrants: { [R in keyof (typeof api)['notices']]: Grants } = {
  listNotices: PAGED,
  readNotices: TOLD,
}
