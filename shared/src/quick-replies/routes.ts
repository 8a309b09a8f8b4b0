import { ANY_USER } from '../access.ts'
import { defineRoutes, nothing } from '../http/contract.ts'
import { pageQuery, recordsOf } from '../http/paging.ts'
import { quickReply, quickReplyChange, quickReplyInput } from './quick-reply.ts'

/** Every user manages their own replies. Those of the company and of queues need `drawer-admin-items:view`. */
export const quickReplyRoutes = defineRoutes({
  listQuickReplies: {
    method: 'GET',
    path: '/quick-messages',
    access: ANY_USER,
    query: pageQuery,
    response: recordsOf(quickReply),
    summary: 'Quick replies that one may use: one’s own first, then the company’s, each newest first',
  },
  createQuickReply: {
    method: 'POST',
    path: '/quick-messages',
    access: ANY_USER,
    body: quickReplyInput,
    response: quickReply,
    status: 201,
    rate: 'desk',
    idempotent: true,
    errors: [
      'ERR_DUPLICATED_SHORTCODE',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_NO_FILE',
      'ERR_UPLOAD_TOO_LARGE',
      'ERR_MEDIA_TYPE',
    ],
    summary: 'Create a quick reply',
  },
  getQuickReply: {
    method: 'GET',
    path: '/quick-messages/{quickReplyId}',
    namedBy: 'shortcode',
    access: ANY_USER,
    response: quickReply,
    errors: ['ERR_NO_QUICK_REPLY_FOUND'],
    summary: 'One quick reply',
  },
  updateQuickReply: {
    method: 'PUT',
    path: '/quick-messages/{quickReplyId}',
    access: ANY_USER,
    body: quickReplyChange,
    response: quickReply,
    errors: [
      'ERR_NO_QUICK_REPLY_FOUND',
      'ERR_DUPLICATED_SHORTCODE',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_NO_FILE',
      'ERR_UPLOAD_TOO_LARGE',
      'ERR_MEDIA_TYPE',
    ],
    summary: 'Change a quick reply',
  },
  deleteQuickReply: {
    method: 'DELETE',
    path: '/quick-messages/{quickReplyId}',
    access: ANY_USER,
    response: nothing,
    status: 204,
    errors: ['ERR_NO_QUICK_REPLY_FOUND', 'ERR_NO_PERMISSION'],
    summary: 'Delete a quick reply',
  },
})
