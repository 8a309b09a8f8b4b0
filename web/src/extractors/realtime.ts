import { type GroupFetch, groupFetch } from '@recado/shared/groups/group-fetch'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import type { LiveEvent } from '../realtime/frame.ts'
import { type Groups, withFetch } from './fetches.ts'
import { extractorKeys } from './keys.ts'

const syncing = z.object({ fetch: groupFetch })

/** The group fetch of a `syncing` event; undefined for any other event. */
export function groupFetchOf({ topic, action, frame }: LiveEvent): GroupFetch | undefined {
  if (topic !== 'contact-list' || action !== 'syncing') return undefined
  return syncing.safeParse(frame).data?.fetch
}

/** Applies the progress of a group fetch, and loads the groups after its end. */
export function applyExtractorEvent(client: QueryClient, event: LiveEvent): QueryKey[] {
  const fetch = groupFetchOf(event)
  if (fetch) {
    client.setQueryData<Groups>(
      extractorKeys.groups,
      (known) => known && { ...known, fetches: withFetch(known.fetches, fetch) },
    )
  }
  const isRead = fetch !== undefined && fetch.status !== 'FETCHING'
  const isReloaded = event.topic === 'contact-list' && event.action === 'reload'
  if (isRead || isReloaded) client.invalidateQueries({ queryKey: extractorKeys.groups })
  return fetch || isReloaded ? [extractorKeys.groups] : []
}
