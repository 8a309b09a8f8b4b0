import { getMessage } from '../../conversations/message.ts'
import type { RecipientRef } from '../../messages/recipient-ref.ts'
import type { Log } from '../../ports/log.ts'
import type { LiveEvent } from '../../realtime/events.ts'
import type { Listeners } from '../../realtime/listeners.ts'
import type { Table } from '../../table/table.ts'
import { TenantTable } from '../../table/tenant.ts'
import { LiveChats } from '../../tickets/live/live-chats.ts'
import { campaignMessageChanged, messageChanged, ticketChanged } from '../../tickets/live/watchers.ts'
import type { Campaign } from '../contract/campaign.ts'
import { getChain } from '../engine/chain.ts'
import type { MessageAt, PreviewChange, Watchers } from '../engine/ports.ts'
import { getCounts, variantsIn } from '../ledger/counts.ts'
import { type Recipient, recipientKey, shippingOf } from '../ledger/recipient.ts'
import { Throttle } from '../schedule/throttle.ts'
import { getCampaign } from '../store/campaigns.ts'
import { expectedEndOf } from './outlook.ts'
import { TimelineRecorder } from './timeline.ts'
import { campaignOf } from './view.ts'

type Publish = (event: LiveEvent) => Promise<void>

/** Receivers of a campaign's changes; recipients come in batches. */
interface Viewers {
  countersChanged(companyId: string, campaignId: string): Promise<void>
  recipientsChanged(companyId: string, recipients: readonly RecipientRef[]): Promise<void>
  messageChanged(companyId: string, message: MessageAt): Promise<void>
  previewChanged(companyId: string, change: PreviewChange): Promise<void>
  campaignMessageRecorded(companyId: string, message: MessageAt): Promise<void>
  campaignMessageRisen(companyId: string, message: MessageAt): Promise<void>
}

/** Reads the changed rows, sends them to browsers as live events, and records a campaign's counts over time. */
export const browsers = (
  table: Table,
  publish: Publish,
  now: () => number,
  liveChats = new LiveChats(now),
  timeline = new TimelineRecorder(),
): Viewers => ({
  async countersChanged(companyId, campaignId) {
    const tenant = new TenantTable(table, companyId)
    const stored = await getCampaign(tenant, campaignId)
    if (!stored) return
    const [counts, chain] = await Promise.all([
      getCounts(tenant, campaignId),
      getChain(tenant, stored.whatsappId),
    ])
    await timeline.record(tenant, stored, counts, now())
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
  async messageChanged(companyId, at) {
    const tenant = new TenantTable(table, companyId)
    const message = await getMessage(tenant, at)
    if (message) await messageChanged({ table: tenant, publish, now }, 'update', message)
  },
  previewChanged: (companyId, { before, after }) =>
    ticketChanged({ table: new TenantTable(table, companyId), publish, now }, before, after),
  campaignMessageRecorded: (companyId, at) =>
    campaignMessageChanged({ table: new TenantTable(table, companyId), publish, now }, 'create', at),
  async campaignMessageRisen(companyId, at) {
    const tenant = new TenantTable(table, companyId)
    // Receipts of a campaign come in thousands, and hardly any is about a conversation that somebody can look at.
    if (!(await liveChats.has(tenant, at.connectionId, at.chat))) return
    await campaignMessageChanged({ table: tenant, publish, now }, 'update', at)
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
  fault,
}: Campaign) => ({
  id,
  status,
  startedAt,
  completedAt,
  pausedAt,
  pauseReason,
  waitingFor,
  waitingUntil,
  fault,
})

/** Reports every change at once: for processes that end with their task. */
export const atOnce = (viewers: Viewers): Watchers => ({
  countersChanged: viewers.countersChanged,
  recipientChanged: (companyId, recipient) => viewers.recipientsChanged(companyId, [recipient]),
  messageChanged: viewers.messageChanged,
  previewChanged: viewers.previewChanged,
  campaignMessageRecorded: viewers.campaignMessageRecorded,
  campaignMessageRisen: viewers.campaignMessageRisen,
})

/** Recipients in one report. Their frames fit into one message of the queue. */
const RECIPIENTS_PER_REPORT = 50
const COUNTERS_EVERY_MS = 1000
/** A message's acknowledgement and receipts come close together: browsers get only the last of them. */
const MESSAGES_EVERY_MS = 200
/** Short, because a user may be waiting for the result of one message. */
const RECIPIENTS_EVERY_MS = 300
/**
 * A company without a listening browser is not asked about again for this time, in milliseconds. This is shorter than the
 * wait of changes without a watcher (schedule/throttle.ts), so that a browser that begins to listen meanwhile gets them.
 */
const SILENT_MS = 2000

/**
 * Reports a campaign's counters at most once a second and its recipients in batches, always including the last change:
 * for a process that receives all of a campaign's results. A failed report is lost; the browser's next reload has it.
 * Without a browser that listens, nothing is read for one.
 */
export function atIntervals(viewers: Viewers, listeners: Pick<Listeners, 'areIn'>, log: Log): Watchers {
  const isWatched = ({ companyId }: { companyId: string }) => listeners.areIn(companyId, SILENT_MS)
  const watched = { log, isWatched }
  const counters = new Throttle<{ companyId: string; campaignId: string }>(
    COUNTERS_EVERY_MS,
    // This also records the counts over time, which need no watcher.
    { ...watched, unwatched: 'told' },
    ({ companyId, campaignId }) => viewers.countersChanged(companyId, campaignId),
  )
  const recipients = new Throttle<{ companyId: string; changed: Map<number, RecipientRef> }>(
    RECIPIENTS_EVERY_MS,
    watched,
    async ({ companyId, changed }) => {
      const refs = [...changed.values()]
      for (let from = 0; from < refs.length; from += RECIPIENTS_PER_REPORT)
        await viewers.recipientsChanged(companyId, refs.slice(from, from + RECIPIENTS_PER_REPORT))
    },
  )
  const messages = new Throttle<{ companyId: string; message: MessageAt }>(
    MESSAGES_EVERY_MS,
    watched,
    ({ companyId, message }) => viewers.messageChanged(companyId, message),
  )
  const previews = new Throttle<{ companyId: string; change: PreviewChange }>(
    MESSAGES_EVERY_MS,
    watched,
    ({ companyId, change }) => viewers.previewChanged(companyId, change),
  )
  const recorded = new Throttle<{ companyId: string; message: MessageAt }>(
    MESSAGES_EVERY_MS,
    watched,
    ({ companyId, message }) => viewers.campaignMessageRecorded(companyId, message),
  )
  const risen = new Throttle<{ companyId: string; message: MessageAt }>(
    MESSAGES_EVERY_MS,
    watched,
    ({ companyId, message }) => viewers.campaignMessageRisen(companyId, message),
  )
  return {
    messageChanged: async (companyId, message) => {
      messages.note(keyOf(companyId, message), () => ({ companyId, message }))
    },
    previewChanged: async (companyId, change) => {
      previews.note(change.after.id, () => ({ companyId, change }))
    },
    campaignMessageRecorded: async (companyId, message) => {
      recorded.note(keyOf(companyId, message), () => ({ companyId, message }))
    },
    campaignMessageRisen: async (companyId, message) => {
      risen.note(keyOf(companyId, message), () => ({ companyId, message }))
    },
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

/** A message of a group has one id on all accounts that are in it, of several companies too. */
const keyOf = (companyId: string, { connectionId, messageId }: MessageAt): string =>
  `${companyId}#${connectionId}#${messageId}`
