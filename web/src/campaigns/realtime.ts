import {
  type CampaignReport,
  campaign,
  campaignCounters,
  campaignReport,
} from '@recado/shared/campaigns/campaign'
import { type Shipping, shipping, shippingView } from '@recado/shared/campaigns/shipping'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { findRecord, removeRecord, replaceRecord, updatePages } from '../realtime/paged-cache.ts'
import { isOlder } from './is-older.ts'
import { campaignKeys } from './keys.ts'
import { isInView } from './report/in-view.ts'

const written = z.object({ record: campaign })
const sent = z.object({ campaignShipping: shipping })
/** Of the campaign only what moves while it runs; what is left out stays as it is. */
const counted = z.object({
  record: campaignReport
    .pick({
      ...{ status: true, startedAt: true, completedAt: true, pausedAt: true, pauseReason: true },
      ...{ waitingFor: true, waitingUntil: true, expectedEndAt: true, variants: true },
    })
    .partial()
    .extend({ id: z.string() }),
  counters: campaignCounters,
})

/** Puts what happened to a campaign or to one of its recipients where it is shown. */
export function applyCampaignEvent(client: QueryClient, { topic, action, frame }: LiveEvent): void {
  if (topic !== 'campaign') return
  if (action === 'create') client.invalidateQueries({ queryKey: campaignKeys.lists })
  if (action === 'update') {
    const event = written.safeParse(frame)
    if (event.success) patchCampaign(client, event.data.record)
  }
  if (action === 'updateCounters') {
    const event = counted.safeParse(frame)
    if (event.success) applyCounters(client, event.data)
  }
  if (action === 'updateShipping') {
    const event = sent.safeParse(frame)
    if (event.success) patchShipping(client, event.data.campaignShipping)
  }
  if (action === 'sending') refreshSending(client)
  if (action === 'delete') {
    const event = deletion.safeParse(frame)
    if (event.success) removeRecord(client, campaignKeys.lists, event.data.id)
  }
}

function applyCounters(client: QueryClient, { record, counters }: z.infer<typeof counted>): void {
  const known =
    client.getQueryData<CampaignReport>(campaignKeys.one(record.id)) ??
    findRecord<CampaignReport>(client, campaignKeys.lists, record.id)
  const told = { ...record, counters, errors: counters.failed, validContacts: counters.validContacts }
  if (known && isOlder({ ...known, ...told }, known)) askAnew(client, record.id)
  else patchCampaign(client, told)
}

function askAnew(client: QueryClient, campaignId: string): void {
  client.invalidateQueries({ queryKey: campaignKeys.one(campaignId) })
  client.invalidateQueries({ queryKey: campaignKeys.lists })
}

function patchCampaign(client: QueryClient, change: Partial<CampaignReport> & { id: string }): void {
  replaceRecord<CampaignReport>(client, campaignKeys.lists, change)
  client.setQueryData<CampaignReport>(
    campaignKeys.one(change.id),
    (known) => known && { ...known, ...change },
  )
}

const shownFilter = z.looseObject({ status: shippingView.optional() })

/** A recipient that no longer matches a list's filter leaves it. */
function patchShipping(client: QueryClient, changed: Shipping): void {
  const lists = client.getQueryCache().findAll({ queryKey: campaignKeys.shippings(changed.campaignId) })
  for (const { queryKey } of lists) {
    const { status } = shownFilter.parse(queryKey.at(-1))
    const stays = !status || isInView(changed, status)
    updatePages<Shipping>(client, queryKey, (rows) =>
      stays
        ? rows.map((row) => (row.id === changed.id ? changed : row))
        : rows.filter(({ id }) => id !== changed.id),
    )
  }
}

/** All sending was stopped or goes on: why campaigns wait is another matter now. */
function refreshSending(client: QueryClient): void {
  client.invalidateQueries({ queryKey: campaignKeys.sending })
  client.invalidateQueries({ queryKey: campaignKeys.platformSending })
  client.invalidateQueries({ queryKey: campaignKeys.lists })
}
