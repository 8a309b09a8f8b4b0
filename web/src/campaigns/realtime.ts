import {
  type CampaignReport,
  campaign,
  campaignCounters,
  campaignReport,
} from '@recado/shared/campaigns/contract/campaign'
import { type Shipping, shipping, shippingView } from '@recado/shared/campaigns/contract/shipping'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { findRecord, removeRecord, replaceRecord, updatePages } from '../realtime/paged-cache.ts'
import { isInView } from './in-view.ts'
import { isOlder, isOlderShipping } from './is-older.ts'
import { campaignKeys } from './keys.ts'

const written = z.object({ record: campaign })
const sent = z.object({ campaignShipping: shipping })
/** Only the fields that change while a campaign runs. An event without a field leaves the cached value. */
const counted = z.object({
  record: campaignReport
    .pick({
      status: true,
      startedAt: true,
      completedAt: true,
      pausedAt: true,
      pauseReason: true,
      waitingFor: true,
      waitingUntil: true,
      fault: true,
      expectedEndAt: true,
      variants: true,
    })
    .partial()
    .extend({ id: z.string() }),
  counters: campaignCounters,
})

/** Applies a campaign event to the cached campaigns and recipients. */
export function applyCampaignEvent(client: QueryClient, { topic, action, frame }: LiveEvent): QueryKey[] {
  if (topic !== 'campaign') return []
  if (action === 'update') {
    const event = written.safeParse(frame)
    return event.success ? patchCampaign(client, event.data.record) : []
  }
  if (action === 'updateCounters') {
    const event = counted.safeParse(frame)
    if (!event.success) return []
    const { record, counters } = event.data
    const { failed: errors, validContacts } = counters
    return patchCampaign(client, { ...record, counters, errors, validContacts })
  }
  if (action === 'updateShipping') {
    const event = sent.safeParse(frame)
    return event.success ? patchShipping(client, event.data.campaignShipping) : []
  }
  if (action === 'sending') return refreshSending(client)
  if (action === 'create') client.invalidateQueries({ queryKey: campaignKeys.lists })
  const gone = deletion.safeParse(frame)
  if (action === 'delete' && gone.success) removeRecord(client, campaignKeys.lists, gone.data.id)
  return [campaignKeys.lists]
}

/** Merges an update into the cached campaign. An update that looks older makes the server decide. */
function patchCampaign(client: QueryClient, told: Partial<CampaignReport> & { id: string }): QueryKey[] {
  const one = campaignKeys.one(told.id)
  const changeable = [one, campaignKeys.lists]
  const known =
    client.getQueryData<CampaignReport>(one) ??
    findRecord<CampaignReport>(client, campaignKeys.lists, told.id)
  if (known && isOlder({ ...known, ...told }, known)) {
    // Fetched even while it is not shown, because the next update is compared with it.
    client.invalidateQueries({ queryKey: one, refetchType: 'all' })
    client.invalidateQueries({ queryKey: campaignKeys.lists })
    return changeable
  }
  replaceRecord<CampaignReport>(client, campaignKeys.lists, told)
  // It left one of the lists by status and entered another.
  if (told.status && told.status !== known?.status) client.invalidateQueries({ queryKey: campaignKeys.lists })
  client.setQueryData<CampaignReport>(one, (known) => known && { ...known, ...told })
  return changeable
}

const shownFilter = z.looseObject({ status: shippingView.optional() })

/**
 * Updates a recipient in the cached lists, and removes it from lists whose filter it no longer matches. An update that looks
 * older makes the server decide.
 */
function patchShipping(client: QueryClient, changed: Shipping): QueryKey[] {
  const lists = campaignKeys.shippings(changed.campaignId)
  const known = findRecord<Shipping>(client, lists, changed.id)
  if (known && isOlderShipping(changed, known)) {
    // A fetch that already runs is repeated later, as for every event that overtakes it.
    client.invalidateQueries({ queryKey: lists }, { cancelRefetch: false })
    return [lists]
  }
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: lists })) {
    const { status } = shownFilter.parse(queryKey.at(-1))
    const stays = !status || isInView(changed, status)
    updatePages<Shipping>(client, queryKey, (rows) =>
      stays
        ? rows.map((row) => (row.id === changed.id ? changed : row))
        : rows.filter(({ id }) => id !== changed.id),
    )
  }
  return [lists]
}

/** All sending was stopped or resumed, which changes why campaigns wait. */
function refreshSending(client: QueryClient): QueryKey[] {
  const changed = [campaignKeys.sending, campaignKeys.platformSending, campaignKeys.lists]
  for (const queryKey of changed) client.invalidateQueries({ queryKey })
  return changed
}
