import { clearLedgers } from '@recado/shared/campaigns/ledger'
import { getCampaign } from '@recado/shared/campaigns/store'
import { getConnection } from '@recado/shared/connections/store'
import { clearList } from '@recado/shared/contact-lists/clear-list'
import { getList } from '@recado/shared/contact-lists/store'
import { forgetExtracted } from '@recado/shared/extractors/forget'
import { cleanupJob } from '@recado/shared/queues/jobs'
import { endSessionsIfOff } from '../companies/end-sessions.ts'
import { eraseCompany } from '../companies/erase.ts'
import { ports, publish, tableOf } from '../context.ts'
import { eraseOn } from '../data-subjects/data-subjects.ts'
import { files } from '../files/open.ts'
import { work } from '../http/worker.ts'
import { cleanUpAll, cleanUpCompany } from '../retention/rounds.ts'

/**
 * Clears away what is left of deleted lists, campaigns and connections, where they have been deleted; what there is of
 * people who are to be erased; and what companies keep no longer.
 */
export const handler = work('cleanup', cleanupJob, async ({ companyId, kind, id, source }) => {
  const table = tableOf(companyId)
  if (kind === 'contact-list' && !(await getList(table, id))) {
    await clearList(table, id, (source) => files.delete(source))
  }
  if (kind === 'connection' && !(await getConnection(table, id))) {
    await forgetExtracted(table, id, ports.now())
    await publish({ companyId, topic: 'contact-list', action: 'reload', body: {} })
  }
  if (kind === 'campaign' && !(await getCampaign(table, id))) {
    await clearLedgers(table, id)
    if (source) await files.delete(source)
  }
  if (kind === 'data-subject') await eraseOn(companyId, id)
  if (kind === 'company') await eraseCompany(companyId)
  if (kind === 'sessions') await endSessionsIfOff(companyId)
  if (kind === 'retention-round') await cleanUpAll()
  if (kind === 'retention') await cleanUpCompany(companyId)
})
