import { DEFAULT_DESK_SETTINGS, deskSettingTexts } from '@recado/shared/tickets/contract/desk-settings'
import { expect, test } from 'vitest'
import {
  changedDeskSettings,
  deskProblems,
  deskValuesOf,
} from '../../web/src/settings/options/desk-values.ts'

const texts = deskSettingTexts(DEFAULT_DESK_SETTINGS)
const defaults = deskValuesOf(new Map(texts.map(({ key, value }) => [key, value])))

test('the form of the desk settings holds every setting that the API lists', () => {
  expect(Object.keys(defaults).sort()).toEqual(texts.map(({ key }) => key).sort())
  expect(defaults).toMatchObject({ reopenMinutes: '30', triageMinutes: '10', transferMessage: '' })
  expect(deskProblems(defaults)).toEqual({})
})

test('only changed desk settings are saved', () => {
  expect(changedDeskSettings(defaults, defaults)).toEqual([])
  expect(changedDeskSettings({ ...defaults, reopenMinutes: '45', transferMessage: '' }, defaults)).toEqual([
    { settingKey: 'reopenMinutes', value: '45' },
  ])
})

test('the form of the desk settings accepts the bounds of the contract and refuses what lies beyond', () => {
  expect(deskProblems({ ...defaults, reopenMinutes: '0', triageMinutes: '120' })).toEqual({})
  const fields = (change: Partial<typeof defaults>) => Object.keys(deskProblems({ ...defaults, ...change }))
  expect(fields({ reopenMinutes: '1441', triageMinutes: '0' })).toEqual(['reopenMinutes', 'triageMinutes'])
  expect(fields({ reopenMinutes: '1,5', triageMinutes: '' })).toEqual(['reopenMinutes', 'triageMinutes'])
  expect(fields({ transferMessage: 'a'.repeat(1001) })).toEqual(['transferMessage'])
})

test('too many words of thanks, and one that is too long, are refused at their field', () => {
  const many = Array.from({ length: 51 }, (_, at) => `obrigado${at}`).join(',')
  for (const thanksWords of [many, `ok, ${'a'.repeat(31)}`])
    expect(Object.keys(deskProblems({ ...defaults, thanksWords }))).toEqual(['thanksWords'])
  expect(deskProblems({ ...defaults, thanksWords: '' })).toEqual({})
})
