import { NO_COUNTS } from '@recado/shared/campaigns/ledger/counts'
import { campaignOf } from '@recado/shared/campaigns/report/view'
import type { StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { expect, test } from 'vitest'
import { needsIn } from '../../web/src/home/needs.ts'
import { aCampaign } from '../support/builders.ts'

const shown = (of: Partial<StoredCampaign>) => campaignOf(aCampaign(of), { campaignId: 'C', ...NO_COUNTS })
const needs = (of: Partial<StoredCampaign>) =>
  needsIn({ connections: [], campaigns: [shown(of)], waiting: 0, plan: null })

const SCHEDULED = { status: 'PROGRAMADA', mediaName: 'oferta.pdf', mediaKey: null } as const

test('a scheduled campaign whose attachment was not uploaded says so, and waits for a person', () => {
  expect(shown(SCHEDULED).waitingFor).toBe('attachment')
  expect(needs(SCHEDULED)).toMatchObject([{ kind: 'campaign' }])
})

test('a draft says so too, and waits for its author', () => {
  const draft = { ...SCHEDULED, status: 'INATIVA' } as const
  expect(shown(draft).waitingFor).toBe('attachment')
  expect(needs(draft)).toEqual([])
})

test.each([
  ['with its attachment', { ...SCHEDULED, mediaKey: 'company/oferta' }],
  ['without an attachment', { ...SCHEDULED, mediaName: null }],
] as const)('a campaign %s does not wait for one', (_, campaign) => {
  expect(shown(campaign).waitingFor).toBeNull()
  expect(needs(campaign)).toEqual([])
})
