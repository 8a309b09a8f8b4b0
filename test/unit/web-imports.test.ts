import { importPreview } from '@recado/shared/imports/import'
import { describe, expect, it } from 'vitest'
import { expectedEnd } from '../../web/src/contact-lists/check/expected-end.ts'
import {
  consentSent,
  consentValuesOf,
  missingOf,
} from '../../web/src/contact-lists/consent/consent-values.ts'
import {
  choiceOf,
  columnName,
  fieldOf,
  fieldsFor,
  layoutOf,
  widthOf,
  withField,
} from '../../web/src/imports/column-choice.ts'
import { BLOCKS, listTarget } from '../../web/src/imports/target.ts'

describe('the choice of columns', () => {
  it('has each field once: where a column takes one, another loses it', () => {
    const chosen = withField({ name: 0, number: 1 }, 2, 'number')
    expect([0, 1, 2].map((column) => fieldOf(chosen, column))).toEqual(['name', undefined, 'number'])
    expect(fieldOf(withField(chosen, 2, 'name'), 0)).toBeUndefined()
    expect(fieldOf(withField(chosen, 2, undefined), 2)).toBeUndefined()
  })

  it('is a layout once a column has the numbers', () => {
    expect(layoutOf({ name: 0 }, 2)).toBeUndefined()
    // What is ignored is not named: JSON has no undefined.
    const chosen = withField(withField({ name: 0, email: 2 }, 1, 'number'), 2, undefined)
    expect(layoutOf(chosen, 2)).toStrictEqual({
      columns: { name: 0, number: 1 },
      firstLine: 2,
    })
  })

  it('for blocked contacts knows names and numbers alone', () => {
    const recognised = { name: 0, number: 1, email: 2 }
    expect(choiceOf(recognised, fieldsFor(BLOCKS))).toStrictEqual({ name: 0, number: 1 })
    expect(choiceOf(recognised, fieldsFor(listTarget('L1')))).toMatchObject(recognised)
  })

  it('shows as many columns as the widest row has, or as were recognised', () => {
    const preview = importPreview.parse({
      rows: [
        { line: 1, cells: ['a'] },
        { line: 2, cells: ['a', 'b', 'c'] },
      ],
      columns: {},
      firstLine: 1,
      clear: false,
    })
    expect(widthOf(preview)).toBe(3)
    expect(widthOf({ ...preview, columns: { number: 5 } })).toBe(6)
    expect(widthOf({ ...preview, rows: [] })).toBe(0)
  })

  it('names columns as spreadsheet programs do', () => {
    expect([0, 25, 26, 51, 52, 255].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'IV'])
  })
})

describe('what is said of consent', () => {
  const said = { source: 'FORM', date: '2026-01-02', note: ' Site ' }

  it('needs a day, unless there is no record at all', () => {
    expect(missingOf({ ...said, date: null }, { isRequired: true })).toEqual(['consent.date'])
    expect(missingOf({ ...said, source: 'NONE', date: null }, { isRequired: true })).toEqual([])
    expect(missingOf(said, { isRequired: true })).toEqual([])
  })

  it('may stay open for a list, and must be chosen for an import', () => {
    const nothing = consentValuesOf(null)
    expect(missingOf(nothing, { isRequired: false })).toEqual([])
    expect(missingOf(nothing, { isRequired: true })).toEqual(['consent.source'])
    expect(consentSent(nothing)).toBeUndefined()
  })

  it('is sent without a day where there is no record', () => {
    expect(consentSent(said)).toEqual({ source: 'FORM', date: '2026-01-02', note: 'Site' })
    expect(consentSent({ ...said, source: 'NONE', note: '' })).toEqual({
      source: 'NONE',
      date: null,
      note: null,
    })
  })

  it('begins with what is known, but nobody says that numbers were extracted', () => {
    const known = { date: null, note: null, recordedAt: null, recordedBy: null }
    expect(consentValuesOf({ ...known, source: 'NONE' }).source).toBe('NONE')
    expect(consentValuesOf({ ...known, source: 'EXTRACTED' }).source).toBe('')
  })
})

describe('when a check of numbers ends', () => {
  const begun = Date.parse('2026-01-02T12:00:00.000Z')
  const check = {
    whatsappId: 'W1',
    checked: 20,
    total: 100,
    startedAt: '2026-01-02T12:00:00.000Z',
    waitingFor: null,
  }

  it('is told by the speed that it has had', () => {
    expect(expectedEnd(check, begun + 60_000)).toBe(begun + 5 * 60_000)
  })

  it('is told to nobody while it rests, or has hardly begun', () => {
    expect(expectedEnd({ ...check, waitingFor: 'connection' }, begun + 60_000)).toBeUndefined()
    expect(expectedEnd({ ...check, checked: 0 }, begun + 60_000)).toBeUndefined()
    expect(expectedEnd(check, begun - 1000)).toBeUndefined()
  })
})
