import * as z from 'zod'
import { ANY_USER } from '../access.ts'
import { defineRoutes, nothing } from '../http/contract.ts'
import { recordsOf } from '../http/paging.ts'
import { notice, readNoticesInput } from './notice.ts'

export const noticeRoutes = defineRoutes({
  listNotices: {
    method: 'GET',
    path: '/notices',
    access: ANY_USER,
    query: z.strictObject({ cursor: z.string().max(512).optional() }),
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
    summary: 'Mark one’s own notices as read; all of them without `ids`',
  },
})
