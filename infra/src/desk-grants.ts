import type { api } from '@recado/shared/api/routes'
import type { Grants } from './grants.ts'

const READ: Grants = { table: 'read' }
const PAGED: Grants = { table: 'read', secrets: ['cursor-key'] }
const TOLD: Grants = { table: 'write', send: ['events'] }

/** Rights of the calls about texts that attendants insert. */
export const quickReplyGrants: { [R in keyof (typeof api)['quick-replies']]: Grants } = {
  listQuickReplies: PAGED,
  createQuickReply: TOLD,
  getQuickReply: READ,
  updateQuickReply: TOLD,
  deleteQuickReply: TOLD,
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
