import { LOOKS } from '@recado/shared/notices/causes/causes'
import { getNoticeSettings } from '@recado/shared/notices/settings-store'
import { getNotice, type StoredNotice, tellOnce } from '@recado/shared/notices/store'
import type { EmailJob, NoticeCause } from '@recado/shared/queues/jobs'
import type { TenantTable } from '@recado/shared/table/tenant'
import { allUsers } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import { queueCause } from '../realtime/queue-causes.ts'
import { noticeIdOf, publishNotices } from './inform.ts'
import { type Told, toldOf } from './told.ts'

/** Writes a cause's notice for each user that it concerns, and queues the mails that they want about it. */
export async function tellCause({
  companyId,
  cause,
  at,
}: Extract<EmailJob, { kind: 'cause' }>): Promise<void> {
  const table = tableOf(companyId)
  const told = await toldOf(table, cause)
  if (told === 'again') return lookAgain(companyId, cause)
  if (!told) return
  for (const userId of await receiversOf(table, told)) {
    const notice = noticeOf(userId, cause, told, at)
    const isToldNow = await tellOnce(table, notice, told)
    // A job that died behind the notice is carried out again, and goes on with it.
    if (!isToldNow && !(await getNotice(table, userId, notice.id))) continue
    await publishNotices(companyId, [notice])
    const { channels } = await getNoticeSettings(table, userId)
    if (channels[cause.kind].email)
      await ports.queues.send('emails', { kind: 'notice', companyId, userId, noticeId: notice.id })
  }
}

const receiversOf = async (table: TenantTable, { userId }: Told): Promise<string[]> =>
  (await allUsers(table))
    .filter(({ id, profile }) => (userId ? id === userId : profile === 'admin'))
    .map(({ id }) => id)

/** Its id follows from the cause and its time: the same job writes the same row. */
const noticeOf = (
  userId: string,
  { kind }: NoticeCause,
  { about, subject }: Told,
  at: string,
): StoredNotice => ({
  id: noticeIdOf(at, kind, subject),
  userId,
  kind,
  ticketId: null,
  about,
  at,
})

async function lookAgain(companyId: string, cause: NoticeCause): Promise<void> {
  if (cause.kind !== 'connection-down') return
  const looks = cause.looks + 1
  await queueCause(companyId, { ...cause, looks: Math.min(looks, LOOKS) }, ports.now())
}
