import { DEFAULT_BOUNDS, KEEPS_ALL, retentionBounds } from '@recado/shared/retention/retention'
import { describe, expect, test } from 'vitest'
import {
  boundsFields,
  boundsOf,
  isShorter,
  retentionFields,
  retentionOf,
  shorterMaxima,
} from '../../web/src/retention/days.ts'

describe('fields of days', () => {
  test('a field without limit is empty, and fields convert back to the same days', () => {
    const chosen = { ...KEEPS_ALL, media: 30 }
    expect(retentionFields(chosen)).toMatchObject({ media: 30, audit: '' })
    expect(retentionOf(retentionFields(chosen))).toEqual(chosen)
    expect(retentionOf({ ...retentionFields(KEEPS_ALL), media: '45' })).toMatchObject({ media: 45 })
  })

  test('fields of bounds convert back, and an empty minimum is refused', () => {
    const bounds = { ...DEFAULT_BOUNDS, media: { minimum: 10, maximum: 20 } }
    const fields = boundsFields(bounds)
    expect(boundsOf(fields)).toEqual(bounds)
    const without = boundsOf({ ...fields, media: { minimum: '', maximum: '' } })
    const { error } = retentionBounds.safeParse(without)
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['media.minimum'])
  })
})

test.for([
  ['a new limit', {}, { media: 30 }, true],
  ['a shorter limit', { media: 60 }, { media: 30 }, true],
  ['a shorter limit beside a longer one', { media: 60, audit: 200 }, { media: 90, audit: 199 }, true],
  ['a longer limit', { media: 30 }, { media: 60 }, false],
  ['the same limit', { media: 30 }, { media: 30 }, false],
  ['a removed limit', { media: 30 }, {}, false],
] as const)('%s needs a confirmation only if data would be deleted', ([, before, after, isAsked]) => {
  expect(isShorter({ ...KEEPS_ALL, ...before }, { ...KEEPS_ALL, ...after })).toBe(isAsked)
})

test.for([
  ['a new maximum', null, 30, [30]],
  ['a lower maximum', 60, 30, [30]],
  ['a higher maximum', 30, 60, []],
  ['a removed maximum', 30, null, []],
] as const)('%s of the platform deletes data only if it is shorter', ([, before, after, days]) => {
  const bounds = (maximum: number | null) => ({ ...DEFAULT_BOUNDS, media: { minimum: 7, maximum } })
  expect(shorterMaxima(bounds(before), bounds(after))).toEqual(
    days.map((each) => ({ kind: 'media', days: each })),
  )
})

test('a maximum at which imports expire anyway deletes nothing', () => {
  const imports = (maximum: number) => ({ ...DEFAULT_BOUNDS, imports: { minimum: 7, maximum } })
  expect(shorterMaxima(DEFAULT_BOUNDS, imports(90))).toEqual([])
  expect(shorterMaxima(DEFAULT_BOUNDS, imports(89))).toEqual([{ kind: 'imports', days: 89 }])
})
