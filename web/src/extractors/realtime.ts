import { type GroupFetch, groupFetch } from '@recado/shared/extractors/extracted'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import type { LiveEvent } from '../realtime/frame.ts'
import { type Groups, withFetch } from './fetches.ts'
import { extractorKeys } from './keys.ts'

const syncing = z.object({ fetch: groupFetch })

/** What a `syncing` event tells of the reading of an account's groups; undefined for any other. */
export function fetchOf({ topic, action, frame }: LiveEvent): GroupFetch | undefined {
  if (topic !== 'contact-list' || action !== 'syncing') return undefined
  return syncing.safeParse(frame).data?.fetch
}

/** How far the reading of groups has come, and once it has ended, what was read. */
export function applyExtractorEvent(client: QueryClient, event: LiveEvent): void {
  const fetch = fetchOf(event)
  if (fetch) {
    client.setQueryData<Groups>(
      extractorKeys.groups,
      (known) => known && { ...known, fetches: withFetch(known.fetches, fetch) },
    )
  }
  const isRead = fetch !== undefined && fetch.status !== 'FETCHING'
  const isReloaded = event.topic === 'contact-list' && event.action === 'reload'
  if (isRead || isReloaded) client.invalidateQueries({ queryKey: extractorKeys.groups })
}
