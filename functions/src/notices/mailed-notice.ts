import { timeZoneOf } from '@recado/shared/companies/time-zone'
import type { CompanyEmail } from '@recado/shared/email/email'
import { mailProblemOf } from '@recado/shared/email/unreached'
import type { NoticeKind } from '@recado/shared/notices/notice'
import { noticeRoutes } from '@recado/shared/notices/routes'
import { kindsFor } from '@recado/shared/notices/settings'
import { getNoticeSettings } from '@recado/shared/notices/settings-store'
import { claimMail, getNotice } from '@recado/shared/notices/store'
import type { EmailJob } from '@recado/shared/queues/jobs'
import { getUser } from '@recado/shared/users/store'
import { environment, ports, tableOf } from '../context.ts'
import { newOneTimeToken } from '../credentials/one-time-token.ts'
import { noticeLetter } from '../letters/notice-letter.ts'

/**
 * The mail about a notice; undefined if another job wrote it before. Undefined also if, since it was queued, the user was
 * deleted, switched mails of its kind off, or lost the profile that gets its kind, or if mails do not reach the address.
 * @param mailedBy the queue's id of the job
 */
export async function mailedNotice(
  { companyId, userId, noticeId }: Extract<EmailJob, { kind: 'notice' }>,
  mailedBy: string,
): Promise<CompanyEmail | undefined> {
  const table = tableOf(companyId)
  const [user, notice, { channels, language }, timeZone] = await Promise.all([
    getUser(table, userId),
    getNotice(table, userId, noticeId),
    getNoticeSettings(table, userId),
    timeZoneOf(table),
  ])
  if (!user || !notice?.about) return undefined
  const { kind, about } = notice
  if (!channels[kind].email || !kindsFor(user.profile).includes(kind)) return undefined
  const { name, email } = user
  if (await mailProblemOf(table, email)) return undefined
  const { token, digest: stopDigest } = newOneTimeToken(companyId, userId, noticeId)
  const mailedAt = new Date(ports.now()).toISOString()
  if (!(await claimMail(table, userId, noticeId, { mailedAt, mailedBy, stopDigest }))) return undefined
  const letter = noticeLetter(email, {
    name,
    kind,
    about,
    language,
    origin: environment.APP_ORIGIN,
    timeZone,
  })
  return { ...letter, companyId, headers: stopHeaders(kind, token) }
}

/**
 * Headers by which a mail program offers to end mails of this kind, with one click and without a login: RFC 8058. Each
 * kind is a list of its own (RFC 2919).
 */
function stopHeaders(kind: NoticeKind, token: string): Record<string, string> {
  const { APP_ORIGIN: origin } = environment
  const address = `${origin}/api${noticeRoutes.stopNoticeMails.path}?${new URLSearchParams({ token })}`
  return {
    'List-Id': `<${kind}.${new URL(origin).hostname}>`,
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
