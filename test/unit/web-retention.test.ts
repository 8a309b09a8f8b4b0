import { DEFAULT_BOUNDS, KEEPS_ALL, retentionBounds } from '@recado/shared/retention/retention'
import { describe, expect, test } from 'vitest'
import { boundsFieldsOf, boundsIn, fieldsOf, isShorter, retentionIn } from '../../web/src/retention/days.ts'

describe('fields of days', () => {
  test('are empty for no limit, and lead back to what they were made of', () => {
    const chosen = { ...KEEPS_ALL, media: 30 }
    expect(fieldsOf(chosen)).toMatchObject({ media: 30, audit: '' })
    expect(retentionIn(fieldsOf(chosen))).toEqual(chosen)
    expect(retentionIn({ ...fieldsOf(KEEPS_ALL), media: '45' })).toMatchObject({ media: 45 })
  })

  test('of bounds lead back as well; a minimum that is left out is not taken', () => {
    const bounds = { ...DEFAULT_BOUNDS, media: { minimum: 10, maximum: 20 } }
    const fields = boundsFieldsOf(bounds)
    expect(boundsIn(fields)).toEqual(bounds)
    const without = boundsIn({ ...fields, media: { minimum: '', maximum: '' } })
    const { error } = retentionBounds.safeParse(without)
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['media.minimum'])
  })
})

test.for([
  ['a limit where there was none', {}, { media: 30 }, true],
  ['a shorter one', { media: 60 }, { media: 30 }, true],
  ['a shorter one beside a longer one', { media: 60, audit: 200 }, { media: 90, audit: 199 }, true],
  ['a longer one', { media: 30 }, { media: 60 }, false],
  ['the same', { media: 30 }, { media: 30 }, false],
  ['none where there was one', { media: 30 }, {}, false],
] as const)('%s is asked about where something goes', ([, before, after, isAsked]) => {
  expect(isShorter({ ...KEEPS_ALL, ...before }, { ...KEEPS_ALL, ...after })).toBe(isAsked)
})
