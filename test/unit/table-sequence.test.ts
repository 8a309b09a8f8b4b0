import { MemoryTable } from '@recado/shared/table/memory'
import { pageOfSequence, placeKey, rowsOfSequence } from '@recado/shared/table/sequence'
import { partition } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

interface Numbered {
  place: number
  even: boolean
}

const LIST = partition<Numbered>('LIST#1')
const LOOK_ALIKE = partition<Numbered>('LIST#11')

/** A sequence with rows at these places, beside another one with the same beginning of its name. */
async function aSequence(places: readonly number[]): Promise<TenantTable> {
  const table = new TenantTable(new MemoryTable(), 'A')
  await table.putMany(places.map((place) => ({ ...placeKey(LIST, place), place, even: place % 2 === 0 })))
  await table.putMany([0, 1, 2].map((place) => ({ ...placeKey(LOOK_ALIKE, place), place, even: true })))
  return table
}

const places = fc.uniqueArray(fc.nat(60), { maxLength: 40 })
const limits = fc.integer({ min: 1, max: 25 })
const ascending = (list: readonly number[]) => [...list].sort((a, b) => a - b)

describe('a sequence over several partitions', () => {
  test('is read in the order of its places, page by page, with any gaps', async () => {
    await fc.assert(
      fc.asyncProperty(places, limits, fc.boolean(), async (given, limit, evenAlone) => {
        const table = await aSequence(given)
        const found: number[] = []
        let after: number | undefined
        do {
          const filter = evenAlone ? { filter: { even: true } } : {}
          const page = await pageOfSequence(table, LIST, { after, limit, ...filter })
          if (page.after !== undefined) expect(page.rows).toHaveLength(limit)
          found.push(...page.rows.map(({ place }) => place))
          after = page.after
        } while (after !== undefined)
        expect(found).toEqual(ascending(given.filter((place) => !evenAlone || place % 2 === 0)))
      }),
    )
  })

  test('reports a next page only if there is one', async () => {
    await fc.assert(
      fc.asyncProperty(places, limits, async (given, limit) => {
        const page = await pageOfSequence(await aSequence(given), LIST, { limit })
        expect(page.after !== undefined).toBe(given.length > limit)
      }),
    )
  })

  test('is read completely, from behind a place on', async () => {
    await fc.assert(
      fc.asyncProperty(places, fc.nat(60), async (given, after) => {
        const table = await aSequence(given)
        const rows: number[] = []
        for await (const { place } of rowsOfSequence(table, LIST, { after })) rows.push(place)
        expect(rows).toEqual(ascending(given).filter((place) => place > after))
      }),
    )
  })
})
