import type { LiveEvent } from '../realtime/events.ts'
import type { Table } from '../table/table.ts'
import { TenantTable } from '../table/tenant.ts'
import type { Campaign } from './campaign.ts'
import { getCounts, variantsIn } from './counts.ts'
import { getChain } from './engine/chain.ts'
import type { Watchers } from './engine/ports.ts'
import { expectedEndOf } from './outlook.ts'
import { type Recipient, type RecipientRef, recipientKey, shippingOf } from './recipient.ts'
import { getCampaign } from './store.ts'
import { Throttle } from './throttle.ts'
import { campaignOf } from './view.ts'

type Publish = (event: LiveEvent) => Promise<void>

/** Those who look at a campaign; recipients are shown to them several at a time. */
interface Viewers {
  countersChanged(companyId: string, campaignId: string): Promise<void>
  recipientsChanged(companyId: string, recipients: readonly RecipientRef[]): Promise<void>
}

/** Browsers: what has been written is read and sent as live events. */
export const browsers = (table: Table, publish: Publish, now: () => number): Viewers => ({
  async countersChanged(companyId, campaignId) {
    const tenant = new TenantTable(table, companyId)
    const stored = await getCampaign(tenant, campaignId)
    if (!stored) return
    const [counts, chain] = await Promise.all([
      getCounts(tenant, campaignId),
      getChain(tenant, stored.whatsappId),
    ])
    const campaign = campaignOf(stored, counts, chain)
    const expectedEndAt = await expectedEndOf(tenant, stored, counts, chain, now())
    const record = { ...brief(campaign), variants: variantsIn(counts), expectedEndAt }
    const body = { record, counters: campaign.counters }
    await publish({ companyId, topic: 'campaign', action: 'updateCounters', body })
  },
  async recipientsChanged(companyId, recipients) {
    const rows = await new TenantTable(table, companyId).getMany<Recipient>(recipients.map(recipientKey))
    const [body, ...more] = rows.map((row) => ({ campaignShipping: shippingOf(row) }))
    if (!body) return
    await publish({ companyId, topic: 'campaign', action: 'updateShipping', body, more })
  },
})

const brief = ({
  id,
  status,
  startedAt,
  completedAt,
  pausedAt,
  pauseReason,
  waitingFor,
  waitingUntil,
}: Campaign) => ({ id, status, startedAt, completedAt, pausedAt, pauseReason, waitingFor, waitingUntil })

/** Tells of everything at once: for processes that end with what they do. */
export const atOnce = (viewers: Viewers): Watchers => ({
  countersChanged: viewers.countersChanged,
  recipientChanged: (companyId, recipient) => viewers.recipientsChanged(companyId, [recipient]),
})

/** Recipients told of together: their frames fit into one message of the queue. */
const TOLD_AT_ONCE = 50
const COUNTERS_EVERY_MS = 1000
/** What became of one message is waited for; of many at once it need not be told in as many messages. */
const RECIPIENTS_EVERY_MS = 300

/**
 * Tells of a campaign's counters at most once a second and of its recipients several at a time, the last change
 * always. For a process through which all of a campaign's results come. What the viewers fail at is lost; their
 * next reload has it.
 */
export function atIntervals(viewers: Viewers): Watchers {
  const counters = new Throttle<{ companyId: string; campaignId: string }>(
    COUNTERS_EVERY_MS,
    ({ companyId, campaignId }) => viewers.countersChanged(companyId, campaignId),
  )
  const recipients = new Throttle<{ companyId: string; changed: Map<number, RecipientRef> }>(
    RECIPIENTS_EVERY_MS,
    async ({ companyId, changed }) => {
      const refs = [...changed.values()]
      for (let from = 0; from < refs.length; from += TOLD_AT_ONCE)
        await viewers.recipientsChanged(companyId, refs.slice(from, from + TOLD_AT_ONCE))
    },
  )
  return {
    countersChanged: async (companyId, campaignId) => {
      counters.note(campaignId, () => ({ companyId, campaignId }))
    },
    recipientChanged: async (companyId, recipient) => {
      recipients.note(recipient.campaignId, (pending) => {
        const changed = pending?.changed ?? new Map<number, RecipientRef>()
        return { companyId, changed: changed.set(recipient.place, recipient) }
      })
      counters.note(recipient.campaignId, () => ({ companyId, campaignId: recipient.campaignId }))
    },
  }
}
