import { namesOfParts, PARTS_MAX, partsOf, withEnding } from '@recado/shared/campaigns/contract/parts'
import { ticketTagsOf } from '@recado/shared/campaigns/engine/replies'
import { campaignWrites } from '@recado/shared/campaigns/store/campaigns'
import { expect, test } from 'vitest'
import { aCampaign } from '../support/builders.ts'

const people = (count: number) => Array.from({ length: count }, (_, at) => at)

test.each([
  [0, []],
  [1, [1]],
  [500, [500]],
  [501, [500, 1]],
  [1234, [500, 500, 234]],
  [10_000, Array(20).fill(500)],
])('%s contacts make parts of 500 at most, with each contact in one part', (count, sizes) => {
  const parts = partsOf(people(count))
  expect(parts.map(({ length }) => length)).toEqual(sizes)
  expect(parts.flat()).toEqual(people(count))
})

test('parts get a number behind their name, and a single part keeps the name unchanged', () => {
  expect(namesOfParts('Natal', 1)).toEqual(['Natal'])
  expect(namesOfParts('Natal', 3)).toEqual(['Natal (1/3)', 'Natal (2/3)', 'Natal (3/3)'])
})

test('a long name is cut to make room for its number, and never inside an emoji', () => {
  const [first = ''] = namesOfParts('a'.repeat(50), 20)
  expect([first.length, first]).toEqual([50, `${'a'.repeat(43)} (1/20)`])
  expect(withEnding(`${'a'.repeat(44)}😀`, ' (1/3)')).toBe(`${'a'.repeat(44)} (1/3)`)
  expect(withEnding(`${'a'.repeat(43)}😀`, ' (1/3)')).toBe(`${'a'.repeat(43)}😀 (1/3)`)
  expect(withEnding(`${'a'.repeat(43)}👨‍👩‍👧`, ' (1/3)')).toBe(`${'a'.repeat(43)} (1/3)`)
})

test('a reply’s ticket gets the campaign’s tag, but never one of the integrated platform', () => {
  expect(ticketTagsOf(aCampaign({ tagId: 'T1' }))).toEqual(['T1'])
  expect(ticketTagsOf(aCampaign({ tagId: null }))).toEqual([])
  expect(ticketTagsOf(aCampaign({ tagId: '7', recipientsFrom: 'tag' }))).toEqual([])
})

test('the most parts of a planned campaign, each with its list, fit into one transaction', () => {
  const at = '2026-11-21T12:00:00.000Z'
  const planned = aCampaign({ status: 'PROGRAMADA', scheduledAt: at, dueAt: at })
  expect(PARTS_MAX * (campaignWrites(planned).length + 1)).toBeLessThanOrEqual(100)
})
