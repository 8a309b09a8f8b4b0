import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { NO_COUNTS } from '@recado/shared/campaigns/ledger/counts'
import { campaignOf } from '@recado/shared/campaigns/report/view'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { connectionKeys } from '../../web/src/connections/keys.ts'
import { applyToUnfinished } from '../../web/src/connections/unfinished-campaigns.ts'
import { aCampaign } from '../support/builders.ts'

const running = campaignOf(aCampaign({ id: 'A1', status: 'EM_ANDAMENTO' }), {
  ...NO_COUNTS,
  campaignId: 'A1',
})
const ended: Campaign = { ...running, status: 'FINALIZADA' }
const KEY = connectionKeys.unfinishedCampaigns

let cache: QueryClient
beforeEach(() => {
  cache = new QueryClient()
})
const hear = (action: string, body: object) =>
  applyToUnfinished(cache, {
    topic: 'campaign',
    action,
    frame: { channel: 'company-C1-campaign', action, ...body },
  })
const listed = () => cache.getQueryData<Campaign[]>(KEY)?.map(({ id, status }) => `${id} ${status}`)

test('a campaign needs its connection from its start to its end', () => {
  cache.setQueryData(KEY, [])
  hear('update', { record: running })
  expect(listed()).toEqual(['A1 EM_ANDAMENTO'])
  hear('updateCounters', { record: { id: 'A1', status: 'FINALIZADA' }, counters: running.counters })
  expect(listed()).toEqual([])
})

test('a late event may be older than a campaign’s end, so that the server is asked', () => {
  cache.setQueryData(KEY, [running])
  hear('update', { record: ended })
  cache.setQueryData(KEY, [])
  hear('update', { record: running })
  expect(cache.getQueryState(KEY)?.isInvalidated).toBe(true)
})

test('a deleted campaign needs no connection', () => {
  cache.setQueryData(KEY, [running])
  hear('delete', { id: 'A1' })
  expect(listed()).toEqual([])
})
