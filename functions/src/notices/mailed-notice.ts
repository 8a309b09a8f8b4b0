import type { Email } from '@recado/shared/email/email'
import { kindsFor } from '@recado/shared/notices/settings'
import { getNoticeSettings } from '@recado/shared/notices/settings-store'
import { claimMail, getNotice } from '@recado/shared/notices/store'
import type { EmailJob } from '@recado/shared/queues/jobs'
import { getUser } from '@recado/shared/users/store'
import { environment, ports, tableOf } from '../context.ts'
import { noticeLetter } from '../letters/notice-letter.ts'

/**
 * The mail about a notice; undefined if it was written before. Undefined also if, since it was queued, the user was
 * deleted, switched mails of its kind off, or lost the profile that gets its kind.
 */
export async function mailedNotice({
  companyId,
  userId,
  noticeId,
}: Extract<EmailJob, { kind: 'notice' }>): Promise<Email | undefined> {
  const table = tableOf(companyId)
  const [user, notice, { channels, language }] = await Promise.all([
    getUser(table, userId),
    getNotice(table, userId, noticeId),
    getNoticeSettings(table, userId),
  ])
  if (!user || !notice?.about) return undefined
  const { kind, about } = notice
  if (!channels[kind].email || !kindsFor(user.profile).includes(kind)) return undefined
  if (!(await claimMail(table, userId, noticeId, new Date(ports.now()).toISOString()))) return undefined
  const { name, email } = user
  return noticeLetter(email, { name, kind, about, language, origin: environment.APP_ORIGIN })
}
