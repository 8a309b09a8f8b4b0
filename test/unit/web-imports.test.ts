import { importPreview } from '@recado/shared/imports/import'
import { previewOf } from '@recado/shared/imports/layout'
import { describe, expect, test } from 'vitest'
import { expectedEnd } from '../../web/src/contact-lists/check/expected-end.ts'
import {
  consentFormValues,
  consentInputOf,
  missingConsentFields,
} from '../../web/src/contact-lists/consent/consent-values.ts'
import {
  columnName,
  fieldOf,
  fieldsFor,
  hasOnlyHeader,
  joinedRoles,
  layoutOf,
  leftOut,
  recognisedChoice,
  widthOf,
  withField,
} from '../../web/src/imports/column-choice.ts'
import { BLOCKS, listTarget } from '../../web/src/imports/target.ts'

describe('the choice of columns', () => {
  test('a field chosen for a column is taken from its former column', () => {
    const chosen = withField({ name: 0, number: 1 }, 2, 'number')
    expect([0, 1, 2].map((column) => fieldOf(chosen, column))).toEqual(['name', undefined, 'number'])
    expect(fieldOf(withField(chosen, 2, 'name'), 0)).toBeUndefined()
    expect(fieldOf(withField(chosen, 2, undefined), 2)).toBeUndefined()
  })

  test('a choice is a layout once a column has the numbers', () => {
    expect(layoutOf({ columns: { name: 0 }, firstLine: 2 })).toBeUndefined()
    // Ignored columns are left out: JSON has no undefined.
    const chosen = withField(withField({ name: 0, email: 2 }, 1, 'number'), 2, undefined)
    expect(layoutOf({ columns: chosen, firstLine: 2 })).toStrictEqual({
      columns: { name: 0, number: 1 },
      firstLine: 2,
    })
  })

  test('an import of blocked contacts offers only names and numbers', () => {
    const recognised = { name: 0, number: 1, email: 2 }
    expect(recognisedChoice(recognised, fieldsFor(BLOCKS))).toStrictEqual({ name: 0, number: 1 })
    const inParts = { name: 0, surname: 1, number: 3, areaCode: 2 }
    expect(recognisedChoice(inParts, fieldsFor(BLOCKS))).toStrictEqual(inParts)
    expect(recognisedChoice(recognised, fieldsFor(listTarget('L1')))).toMatchObject(recognised)
  })

  test('the choice shows the columns of the widest row, and all recognised columns', () => {
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

  test('columns that no field takes are named, unless they are empty', () => {
    const preview = importPreview.parse({
      rows: [
        { line: 1, cells: ['Nome', 'Celular', 'Cidade', '', ''] },
        { line: 2, cells: ['Ana', '11987650001', '', 'VIP', ''] },
      ],
      columns: { name: 0, number: 1 },
      firstLine: 2,
      clear: true,
    })
    expect(leftOut(preview)).toEqual([2, 3])
    expect(leftOut({ ...preview, columns: { ...preview.columns, var1: 3 } })).toEqual([2])
  })

  test('a spreadsheet with titles and nothing below them has only a header', async () => {
    const read = (text: string) => previewOf(new TextEncoder().encode(text))
    expect(hasOnlyHeader(await read('nome,numero\n'))).toBe(true)
    expect(hasOnlyHeader(await read('Clientes da loja\n\nnome;telefone;email\n'))).toBe(true)
    expect(hasOnlyHeader(await read('nome,numero\nAna,11987650001\n'))).toBe(false)
    expect(hasOnlyHeader(await read('nome,numero\nAna,\n'))).toBe(false)
    expect(hasOnlyHeader(await read('Ana,11987650001\n'))).toBe(false)
    const titles = Array.from({ length: 9 }, (_, line) => `Título ${'i'.repeat(line)}\n`).join('')
    expect(hasOnlyHeader(await read(`${titles}nome,numero\nAna,11987650001\n`))).toBe(false)
  })

  test('a surname and an area code are chosen like fields, are shown as joined, and are in the layout', async () => {
    const text = 'Nome;Sobrenome;DDD;Celular\nAna;Souza;11;98765-0001\n'
    const preview = await previewOf(new TextEncoder().encode(text))
    expect([0, 1, 2, 3].map((column) => fieldOf(preview.columns, column))).toEqual([
      'name',
      'surname',
      'areaCode',
      'number',
    ])
    expect(leftOut(preview)).toEqual([])
    expect(joinedRoles(preview.columns)).toEqual(['surname', 'areaCode'])
    expect(layoutOf(preview)?.columns).toEqual({ name: 0, surname: 1, areaCode: 2, number: 3 })

    const corrected = withField(withField(preview.columns, 1, undefined), 2, 'var1')
    expect(joinedRoles(corrected)).toEqual([])
    expect(layoutOf({ ...preview, columns: corrected })?.columns).toEqual({ name: 0, var1: 2, number: 3 })
    expect(leftOut({ ...preview, columns: corrected })).toEqual([1])
  })

  test('columns are named as in spreadsheet programs', () => {
    expect([0, 25, 26, 51, 52, 255].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'IV'])
  })
})

describe('the consent of an import', () => {
  const said = { source: 'FORM', date: '2026-01-02', note: ' Site ' }

  test('a consent needs a day, unless its source is none', () => {
    expect(missingConsentFields({ ...said, date: null }, { isRequired: true })).toEqual(['consent.date'])
    expect(missingConsentFields({ ...said, source: 'NONE', date: null }, { isRequired: true })).toEqual([])
    expect(missingConsentFields(said, { isRequired: true })).toEqual([])
  })

  test('a source is optional for a list and required for an import', () => {
    const nothing = consentFormValues(null)
    expect(missingConsentFields(nothing, { isRequired: false })).toEqual([])
    expect(missingConsentFields(nothing, { isRequired: true })).toEqual(['consent.source'])
    expect(consentInputOf(nothing)).toBeUndefined()
  })

  test('a consent without record is sent without a day', () => {
    expect(consentInputOf(said)).toEqual({ source: 'FORM', date: '2026-01-02', note: 'Site' })
    expect(consentInputOf({ ...said, source: 'NONE', note: '' })).toEqual({
      source: 'NONE',
      date: null,
      note: null,
    })
  })

  test('the form starts with the recorded source, unless it is extraction', () => {
    const known = { date: null, note: null, recordedAt: null, recordedBy: null }
    expect(consentFormValues({ ...known, source: 'NONE' }).source).toBe('NONE')
    expect(consentFormValues({ ...known, source: 'EXTRACTED' }).source).toBe('')
  })
})

describe('the end of a check of numbers', () => {
  const begun = Date.parse('2026-01-02T12:00:00.000Z')
  const check = {
    whatsappId: 'W1',
    checked: 20,
    total: 100,
    startedAt: '2026-01-02T12:00:00.000Z',
    waitingFor: null,
  }

  test('the expected end of a check follows from its speed', () => {
    expect(expectedEnd(check, begun + 60_000)).toBe(begun + 5 * 60_000)
  })

  test('a waiting check, or one that has just begun, has no expected end', () => {
    expect(expectedEnd({ ...check, waitingFor: 'connection' }, begun + 60_000)).toBeUndefined()
    expect(expectedEnd({ ...check, checked: 0 }, begun + 60_000)).toBeUndefined()
    expect(expectedEnd(check, begun - 1000)).toBeUndefined()
  })
})
