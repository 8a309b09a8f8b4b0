import { DomainError } from '@recado/shared/errors/errors'
import { getNoticeSettings, putNoticeSettings } from '@recado/shared/notices/settings-store'
import { getNotice } from '@recado/shared/notices/store'
import { isCompanyId } from '@recado/shared/table/tenant'
import { tableOf } from '../context.ts'
import { attemptToStopMails } from '../credentials/attempts.ts'
import { readOneTimeToken } from '../credentials/one-time-token.ts'
import type { Exchange } from '../http/exchange.ts'

/**
 * Switches mails of a kind of notice off, by the token in a mail of that kind. A mail program may send it more than once.
 * @throws DomainError ERR_LINK_EXPIRED, ERR_TOO_MANY_ATTEMPTS
 */
export async function stopMails(token: string, { address }: Exchange): Promise<undefined> {
  const attempt = await attemptToStopMails(address)
  const { ids, digest } = readOneTimeToken(token)
  const [companyId = '', userId = '', noticeId = ''] = ids
  if (!isCompanyId(companyId) || !userId || !noticeId) throw linkExpired()
  const table = tableOf(companyId)
  const notice = await getNotice(table, userId, noticeId)
  if (notice?.stopDigest !== digest) throw linkExpired()
  const { channels, language } = await getNoticeSettings(table, userId)
  const { kind } = notice
  await putNoticeSettings(table, userId, {
    language,
    channels: { ...channels, [kind]: { ...channels[kind], email: false } },
  })
  await attempt.succeeded()
}

const linkExpired = () =>
  new DomainError('forbidden', 'ERR_LINK_EXPIRED', 'This link is too old, or none of ours')
