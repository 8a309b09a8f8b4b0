import { type Campaign, campaign, campaignCounters } from '@recado/shared/campaigns/contract/campaign'
import { byTurn, UNFINISHED_STATUSES } from '@recado/shared/campaigns/contract/unfinished'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { connectionKeys } from './keys.ts'

const written = z.object({ record: campaign })
const counted = z.object({
  record: campaign
    .pick({
      status: true,
      pausedAt: true,
      pauseReason: true,
      waitingFor: true,
      waitingUntil: true,
      fault: true,
    })
    .partial()
    .extend({ id: z.string() }),
  counters: campaignCounters,
})

/** Applies a campaign event to the cached unfinished campaigns. */
export function applyToUnfinished(client: QueryClient, { action, frame }: LiveEvent): void {
  const change = (next: (known: Campaign[]) => Campaign[]) =>
    client.setQueryData<Campaign[]>(connectionKeys.unfinishedCampaigns, (known) => known && next(known))
  if (action === 'create' || action === 'update') {
    const event = written.safeParse(frame)
    if (event.success) change((known) => withCampaign(known, event.data.record))
    // Events may overtake each other (ADR 27): this one may be older than the campaign's end.
    client.invalidateQueries({ queryKey: connectionKeys.unfinishedCampaigns })
  }
  if (action === 'updateCounters') {
    const event = counted.safeParse(frame)
    if (event.success) change((known) => withCounters(known, event.data))
  }
  if (action === 'delete') {
    const event = deletion.safeParse(frame)
    if (event.success) change((known) => known.filter(({ id }) => id !== event.data.id))
  }
  // A stop of all sending changes why campaigns wait.
  if (action === 'sending') client.invalidateQueries({ queryKey: connectionKeys.unfinishedCampaigns })
}

function withCampaign(known: Campaign[], record: Campaign): Campaign[] {
  if (!UNFINISHED_STATUSES.includes(record.status)) return known.filter(({ id }) => id !== record.id)
  if (known.some(({ id }) => id === record.id))
    return known.map((one) => (one.id === record.id ? record : one)).sort(byTurn)
  return [...known, record].sort(byTurn)
}

const withCounters = (known: Campaign[], { record, counters }: z.infer<typeof counted>): Campaign[] =>
  known
    .map((one) => (one.id === record.id ? { ...one, ...record, counters } : one))
    .filter(({ status }) => UNFINISHED_STATUSES.includes(status))
