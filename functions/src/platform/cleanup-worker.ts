import { getCampaign } from '@recado/shared/campaigns/store/campaigns'
import { partitionsOfCampaign } from '@recado/shared/companies/deletion/partitions'
import { getConnection } from '@recado/shared/connections/store'
import { getList } from '@recado/shared/contact-lists/store'
import { forgetExtracted } from '@recado/shared/extractors/forget'
import { forgetNoticesOf } from '@recado/shared/notices/store'
import { cleanupJob } from '@recado/shared/queues/jobs'
import { forgetQuickRepliesOf } from '@recado/shared/quick-replies/store'
import { clearList } from '@recado/shared/retention/clear-list'
import { clearPartition } from '@recado/shared/table/clear-partition'
import { partition } from '@recado/shared/table/table'
import { forgetOffersTo } from '@recado/shared/tickets/store/offers'
import { getUser } from '@recado/shared/users/store'
import { endSessionsIfOff } from '../companies/end-sessions.ts'
import { ports, publish, tableOf } from '../context.ts'
import { ticketWatchers } from '../desk/ticket-watchers.ts'
import { filesOf } from '../files/open.ts'
import { replyFileKey } from '../files/places.ts'
import { work } from '../http/worker.ts'

/**
 * Deletes the remains of deleted lists, campaigns and connections, the data of people under erasure, and data older
 * than its retention. Repeats the commands of calls that died.
 */
export const handler = work('cleanup', cleanupJob, async (job) => {
  const { companyId, kind, id, source, preparations = 0, after } = job
  const table = tableOf(companyId)
  const files = filesOf(companyId)
  const forgetFile = (key: string) => files.delete(key)
  if (kind === 'contact-list' && !(await getList(table, id))) {
    await clearList(table, id, forgetFile)
  }
  if (kind === 'connection' && !(await getConnection(table, id))) {
    // Loaded with the first deleted connection.
    await (await import('../connections/forget-deleted.ts')).forgetDeleted(companyId, id)
    await (await ticketChanges()).closeTicketsOf(ticketWatchers(companyId), id)
    await forgetExtracted(table, id, ports.now())
    await publish({ companyId, topic: 'contact-list', action: 'reload', body: {} })
  }
  // Loaded with the first request of a connection.
  if (kind === 'request') await (await import('../connections/requests.ts')).repeatRequest(job)
  if (kind === 'ticket-queue')
    await (await import('../ticket-queues/leave-deleted.ts')).leaveDeleted(companyId)
  if (kind === 'user' && !(await getUser(table, id))) {
    await (await ticketChanges()).releaseTickets(ticketWatchers(companyId), id)
    await forgetQuickRepliesOf(table, id, (mediaId) => files.delete(replyFileKey(companyId, mediaId)))
    await forgetNoticesOf(table, id)
    await forgetOffersTo(table, id)
    await (await chatErasure()).forgetChatsOf(table, id, {
      isGone: async (userId) => !(await getUser(table, userId)),
      forgetFile,
    })
  }
  // Also of a user who left a room and stays.
  if (kind === 'user') await (await chatErasure()).eraseEmptyRooms(table, forgetFile)
  if (kind === 'campaign' && !(await getCampaign(table, id))) {
    for (const pk of partitionsOfCampaign(id, preparations)) await clearPartition(table, partition(pk))
    if (source) await files.delete(source)
  }
  // Loaded with the first person who is erased, and with the first company that is deleted.
  if (kind === 'data-subject') await (await import('../data-subjects/erase-on.ts')).eraseOn(companyId, id)
  if (kind === 'company') await (await import('../companies/erase.ts')).eraseCompany(companyId)
  if (kind === 'sessions') await endSessionsIfOff(companyId)
  if (kind === 'retention-round') {
    const isFirst = id === 'choices' && after === undefined
    if (isFirst) await (await import('../notices/plan-round.ts')).queueDueDates()
    await (await rounds()).cleanUpPart(id === 'all' ? 'all' : 'choices', after)
  }
  if (kind === 'retention') await (await rounds()).cleanUpCompany(companyId)
})

/** Loaded with the first clean-up by age. */
const rounds = () => import('../retention/rounds.ts')

/** Loaded with the first user who leaves. */
const chatErasure = () => import('@recado/shared/chats/erase-chats')

/** Loaded with the first deleted user or connection. */
const ticketChanges = () => import('@recado/shared/tickets/system/changes')
