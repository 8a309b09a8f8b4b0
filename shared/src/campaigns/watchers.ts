import type { LiveEvent } from '../realtime/events.ts'
import type { Table } from '../table/table.ts'
import { TenantTable } from '../table/tenant.ts'
import type { Campaign } from './campaign.ts'
import { getChain } from './engine/chain.ts'
import type { Watchers } from './engine/ports.ts'
import { getRecipient, shippingOf } from './ledger.ts'
import { getCampaign } from './store.ts'
import { campaignOf } from './view.ts'

type Publish = (event: LiveEvent) => Promise<void>

/** Browsers as watchers: reads what has been written and sends it as live events. */
export const browserWatchers = (table: Table, publish: Publish): Watchers => ({
  async countersChanged(companyId, campaignId) {
    const tenant = new TenantTable(table, companyId)
    const stored = await getCampaign(tenant, campaignId)
    if (!stored) return
    const campaign = campaignOf(stored, await getChain(tenant, stored.whatsappId))
    const body = { record: brief(campaign), counters: campaign.counters }
    await publish({ companyId, topic: 'campaign', action: 'updateCounters', body })
  },
  async recipientChanged(companyId, at) {
    const recipient = await getRecipient(new TenantTable(table, companyId), at)
    if (!recipient) return
    const body = { campaignShipping: shippingOf(recipient) }
    await publish({ companyId, topic: 'campaign', action: 'updateShipping', body })
  },
})

const brief = ({ id, status, startedAt, completedAt, waitingFor, waitingUntil }: Campaign) => ({
  id,
  status,
  startedAt,
  completedAt,
  waitingFor,
  waitingUntil,
})
