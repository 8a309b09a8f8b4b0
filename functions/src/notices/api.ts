import { noticeRoutes } from '@recado/shared/notices/routes'
import { serve } from '../serve/serve.ts'
import * as notices from './notices.ts'
import { stopMails } from './stop-mails.ts'

export const handler = serve('notices', noticeRoutes, {
  listNotices: (query, actor) => notices.page(actor, query),
  readNotices: (input, actor) => notices.read(actor, input),
  getNoticeSettings: (_, actor) => notices.settings(actor),
  saveNoticeSettings: (input, actor) => notices.saveSettings(actor, input),
  stopNoticeMails: ({ token }, _, exchange) => stopMails(token, exchange),
})
