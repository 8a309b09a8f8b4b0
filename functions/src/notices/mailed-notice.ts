import type { Email } from '@recado/shared/email/email'
import { getNoticeSettings } from '@recado/shared/notices/settings-store'
import { claimMail, getNotice } from '@recado/shared/notices/store'
import type { EmailJob } from '@recado/shared/queues/jobs'
import { getUser } from '@recado/shared/users/store'
import { environment, ports, tableOf } from '../context.ts'
import { noticeLetter } from '../letters/notice-letter.ts'

/** The mail about a notice; undefined if it was written before, or when the user is gone. */
export async function mailedNotice({
  companyId,
  userId,
  noticeId,
}: Extract<EmailJob, { kind: 'notice' }>): Promise<Email | undefined> {
  const table = tableOf(companyId)
  const [user, notice, { language }] = await Promise.all([
    getUser(table, userId),
    getNotice(table, userId, noticeId),
    getNoticeSettings(table, userId),
  ])
  if (!user || !notice?.about) return undefined
  if (!(await claimMail(table, userId, noticeId, new Date(ports.now()).toISOString()))) return undefined
  const { name, email } = user
  const { kind, about } = notice
  return noticeLetter(email, { name, kind, about, language, origin: environment.APP_ORIGIN })
}
