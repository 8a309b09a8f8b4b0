import { DomainError } from '@recado/shared/errors/errors'
import { Cursors, pageFor, type StorePage } from '@recado/shared/http/cursors'
import { PAGE_SIZE } from '@recado/shared/http/paging'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const cursors = new Cursors([Buffer.alloc(32, 7)])

/** The reason why a cursor does not open. */
function refusalOf(open: () => string): unknown {
  try {
    return `opened: ${open()}`
  } catch (error) {
    return error instanceof DomainError
      ? { kind: error.kind, code: error.code, details: error.details }
      : error
  }
}

const NOT_OF_THIS_LIST = {
  kind: 'invalid',
  code: 'ERR_VALIDATION',
  details: [{ path: 'cursor', code: 'invalid_cursor' }],
}

describe('a cursor', () => {
  test('opens for its own list, with any content', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (list, after) => {
        expect(cursors.open(list, cursors.seal(list, after))).toBe(after)
      }),
    )
  })

  test('fits into a URL without encoding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (after) => {
        expect(cursors.seal('list', after)).toMatch(/^[\w.-]+$/)
      }),
    )
  })

  test('opens for no other list', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (list, other, after) => {
        fc.pre(list !== other)
        expect(refusalOf(() => cursors.open(other, cursors.seal(list, after)))).toEqual(NOT_OF_THIS_LIST)
      }),
    )
  })

  test.for([
    ['another company’s list', 'B|campaigns|PRIVATE|'],
    ['another list of the company', 'A|lists|PRIVATE|'],
    ['the list under another filter', 'A|campaigns|GROUP|'],
    ['the list under another search', 'A|campaigns|PRIVATE|x'],
    ['a company whose id has the same beginning', 'A1|campaigns|PRIVATE|'],
  ] as const)('does not open %s', ([, list]) => {
    const cursor = cursors.seal('A|campaigns|PRIVATE|', '01ARZ3NDEKTSV4RRFFQ69G5FAV')
    expect(refusalOf(() => cursors.open(list, cursor))).toEqual(NOT_OF_THIS_LIST)
  })

  test('made with another key does not open', () => {
    const cursor = new Cursors([Buffer.alloc(32, 8)]).seal('list', 'after')
    expect(refusalOf(() => cursors.open('list', cursor))).toEqual(NOT_OF_THIS_LIST)
  })

  test('does not open with any character changed', () => {
    const cursor = cursors.seal('list', '01ARZ3NDEKTSV4RRFFQ69G5FAV')
    for (let at = 0; at < cursor.length; at++) {
      const other = cursor[at] === 'A' ? 'B' : 'A'
      const changed = cursor.slice(0, at) + other + cursor.slice(at + 1)
      expect(
        refusalOf(() => cursors.open('list', changed)),
        changed,
      ).toEqual(NOT_OF_THIS_LIST)
    }
  })

  test('cannot be guessed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (garbage) => {
        expect(refusalOf(() => cursors.open('list', garbage))).toEqual(NOT_OF_THIS_LIST)
      }),
    )
    for (const garbage of ['', '.', '..', 'YWZ0ZXI', 'YWZ0ZXI.', `.${'A'.repeat(43)}`])
      expect(
        refusalOf(() => cursors.open('list', garbage)),
        garbage,
      ).toEqual(NOT_OF_THIS_LIST)
  })
})

describe('the pages of a list', () => {
  /** A list of 0, 1, 2, … that reports its end at once, or only on the next request. */
  const store =
    (length: number, knowsItsEnd: boolean) =>
    async (after: string | undefined, limit: number): Promise<StorePage<number>> => {
      const from = after === undefined ? 0 : Number(after) + 1
      const rows = Array.from(
        { length: Math.max(0, Math.min(limit, length - from)) },
        (_, index) => from + index,
      )
      const isMore = knowsItsEnd ? from + rows.length < length : rows.length === limit
      return { rows, ...(isMore && { after: String(rows.at(-1)) }) }
    }
  const upTo = (length: number) => Array.from({ length }, (_, index) => index)
  const lists = fc.record({
    length: fc.oneof(fc.nat(130), fc.constantFrom(19, 20, 21, 40, 999, 1000, 1001, 2500)),
    knowsItsEnd: fc.boolean(),
    size: fc.option(fc.constantFrom(1, 7, 100), { nil: undefined }),
  })

  test('hold every row once and in order, page after page by cursor', async () => {
    await fc.assert(
      fc.asyncProperty(lists, async ({ length, knowsItsEnd, size }) => {
        const rows: number[] = []
        let cursor: string | undefined
        do {
          const query = cursor === undefined ? {} : { cursor }
          const page = await pageFor(cursors, 'list', query, store(length, knowsItsEnd), size)
          expect(page.rows.length).toBeLessThanOrEqual(size ?? PAGE_SIZE)
          expect(page.hasMore).toBe(page.nextCursor !== null)
          rows.push(...page.rows)
          cursor = page.nextCursor ?? undefined
        } while (cursor !== undefined)
        expect(rows).toEqual(upTo(length))
      }),
    )
  })

  test('are the same by number and by cursor', async () => {
    await fc.assert(
      fc.asyncProperty(
        lists,
        fc.integer({ min: 1, max: 160 }),
        async ({ length, knowsItsEnd, size }, pageNumber) => {
          const rowsOnPage = size ?? PAGE_SIZE
          const page = await pageFor(cursors, 'list', { pageNumber }, store(length, knowsItsEnd), size)
          const first = (pageNumber - 1) * rowsOnPage
          expect(page.rows).toEqual(upTo(length).slice(first, first + rowsOnPage))
          if (first + rowsOnPage < length) expect(page.hasMore).toBe(true)
          if (first + rowsOnPage > length || knowsItsEnd)
            expect(page.hasMore).toBe(first + rowsOnPage < length)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('use the cursor if a call has both a cursor and a number', async () => {
    const first = await pageFor(cursors, 'list', {}, store(50, true))
    const query = { cursor: first.nextCursor ?? '', pageNumber: 3 }
    expect((await pageFor(cursors, 'list', query, store(50, true))).rows[0]).toBe(20)
  })

  test('far behind the end cost no more than the last page', async () => {
    let loads = 0
    const counted = async (after: string | undefined, limit: number) => {
      loads++
      return store(30, true)(after, limit)
    }
    const page = await pageFor(cursors, 'list', { pageNumber: 100_000 }, counted)
    expect(page).toEqual({ rows: [], hasMore: false, nextCursor: null })
    expect(loads).toBe(1)
  })
})
