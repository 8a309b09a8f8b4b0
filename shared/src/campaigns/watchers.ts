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

/**
 * Tells of a campaign's counters at most once a second, the last change always. For a process through which
 * all of a campaign's results come.
 */
export function onceASecond(watchers: Watchers): Watchers {
  const waiting = new Map<string, { again: boolean }>()
  const tell = async (companyId: string, campaignId: string): Promise<void> => {
    const state = waiting.get(campaignId)
    if (state) {
      state.again = true
      return
    }
    waiting.set(campaignId, { again: false })
    setTimeout(() => {
      const changed = waiting.get(campaignId)?.again
      waiting.delete(campaignId)
      if (changed) void tell(companyId, campaignId)
    }, 1000).unref()
    await watchers.countersChanged(companyId, campaignId)
  }
  return { ...watchers, countersChanged: tell }
}
