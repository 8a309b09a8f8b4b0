import { ticketTagsOf } from '@recado/shared/campaigns/engine/replies'
import { namesOfParts, partsOf, withEnding } from '@recado/shared/campaigns/parts'
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
])('%s contacts make parts of 500 at most, with everybody in one of them', (count, sizes) => {
  const parts = partsOf(people(count))
  expect(parts.map(({ length }) => length)).toEqual(sizes)
  expect(parts.flat()).toEqual(people(count))
})

test('parts are numbered behind the name, which one alone keeps as it is', () => {
  expect(namesOfParts('Natal', 1)).toEqual(['Natal'])
  expect(namesOfParts('Natal', 3)).toEqual(['Natal (1/3)', 'Natal (2/3)', 'Natal (3/3)'])
})

test('a long name is cut so that its number fits, and never through an emoji', () => {
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
