import * as z from 'zod'
import { ANY_USER } from '../access.ts'
import { defineRoutes, nothing } from '../http/contract.ts'
import { placeQuery, recordsOf } from '../http/paging.ts'
import { notice, readNoticesInput } from './notice.ts'
import { ownNoticeSettings } from './own-settings.ts'
import { noticeSettingsInput } from './settings.ts'

export const noticeRoutes = defineRoutes({
  listNotices: {
    method: 'GET',
    path: '/notices',
    access: ANY_USER,
    query: placeQuery,
    response: recordsOf(notice).extend({ unread: z.number().int() }),
    summary: 'One’s own notices of the last 90 days, newest first; `unread` is exact up to 99',
  },
  readNotices: {
    method: 'POST',
    path: '/notices/read',
    access: ANY_USER,
    body: readNoticesInput,
    response: nothing,
    status: 204,
    audited: false,
    rate: 'desk',
    summary: 'Mark one’s own notices as read; all of them without `ids`',
  },
  getNoticeSettings: {
    method: 'GET',
    path: '/notices/settings',
    access: ANY_USER,
    response: ownNoticeSettings,
    summary: 'How one is told of each kind of notice, besides the app itself, and whether mails reach one',
  },
  saveNoticeSettings: {
    method: 'PUT',
    path: '/notices/settings',
    access: ANY_USER,
    body: noticeSettingsInput,
    response: ownNoticeSettings,
    audited: false,
    summary: 'Choose how one is told of each kind of notice, and the language of the mails',
  },
  stopNoticeMails: {
    method: 'POST',
    path: '/notices/stop-mails',
    access: 'public',
    query: z.strictObject({ token: z.string().max(300) }),
    response: nothing,
    status: 204,
    errors: ['ERR_LINK_EXPIRED', 'ERR_TOO_MANY_ATTEMPTS'],
    summary: 'Switch mails of a kind of notice off, by the token in a mail of that kind (RFC 8058)',
  },
})
