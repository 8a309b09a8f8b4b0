import { clearLedgers } from '@recado/shared/campaigns/ledger'
import { getCampaign } from '@recado/shared/campaigns/store'
import { clearList, getList } from '@recado/shared/contact-lists/store'
import { tableOf } from '../context.ts'
import { work } from '../http/worker.ts'

/** Clears away what is left of deleted lists and campaigns. What has not been deleted is left alone. */
export const handler = work('cleanup', async ({ companyId, kind, id }) => {
  const table = tableOf(companyId)
  if (kind === 'contact-list' && !(await getList(table, id))) await clearList(table, id)
  if (kind === 'campaign' && !(await getCampaign(table, id))) await clearLedgers(table, id)
})
