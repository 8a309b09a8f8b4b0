import { DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/contract/settings'
import { describe, expect, test } from 'vitest'
import { settingsToSave, settingsValues } from '../../web/src/campaigns/settings/settings-values.ts'

const pace = DEFAULT_CAMPAIGN_SETTINGS
const shift = { weekday: 1, from: '08:00', to: '12:00' }

describe('saving the campaign settings', () => {
  test('leaves send windows and words alone that the user did not change', () => {
    const before = settingsValues({ ...pace, optOutWords: ['sair'] })
    expect(settingsToSave(before, before)).toEqual(pace)
    expect(settingsToSave({ ...before, messageInterval: '60' }, before)).toEqual({
      ...pace,
      messageInterval: '60',
    })
  })

  test('sends each part that the user changed', () => {
    const before = settingsValues(pace)
    const change = {
      sendWindows: { enabled: true, periods: [shift], holidays: [] },
      optOutWords: ['sair'],
      returnWords: ['voltar'],
    }
    for (const [part, value] of Object.entries(change))
      expect(settingsToSave({ ...before, [part]: value }, before), part).toEqual({ ...pace, [part]: value })
    expect(settingsToSave({ ...before, ...change }, before)).toEqual({ ...pace, ...change })
  })

  test('drops incomplete periods of windows that are off', () => {
    const before = settingsValues(pace)
    const periods = [shift, { weekday: 2, from: '', to: '' }]
    const sendWindows = { enabled: false, periods, holidays: [] }
    expect(settingsToSave({ ...before, sendWindows }, before).sendWindows?.periods).toEqual([shift])
  })
})
