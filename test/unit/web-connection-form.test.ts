import { connectionInput } from '@recado/shared/connections/connection'
import { describe, expect, it } from 'vitest'
import { type ConnectionValues, sentOf, valuesOf } from '../../web/src/connections/form/values.ts'

const filled = (overrides: Partial<ConnectionValues> = {}): ConnectionValues => ({
  ...valuesOf(undefined, false),
  name: 'Loja',
  ...overrides,
})

describe('the connection form', () => {
  it('sends no limit unless one is wanted, and then the recommended one', () => {
    expect(sentOf(filled())).toMatchObject({ newContactsPerDay: null, warmUpDays: 0 })
    expect(sentOf(filled({ isLimited: true }))).toMatchObject({ newContactsPerDay: 30, warmUpDays: 14 })
  })

  it('says which connection is the default one only where that is decided here', () => {
    expect(sentOf(filled())).not.toHaveProperty('isDefault')
    expect(sentOf(filled({ isDefault: true }))).toMatchObject({ isDefault: true })
  })

  it('sends what the contract takes', () => {
    const all = { queueIds: ['Q1'], greetingMessage: 'Olá', isLimited: true, isDefault: true }
    for (const values of [filled(), filled(all), filled({ newContactsPerDay: '', warmUpDays: '' })])
      expect(connectionInput.safeParse(sentOf(values)).error).toBeUndefined()
  })

  it('leaves it to the contract to refuse a limit that is none', () => {
    for (const limit of ['', 0, 1.5])
      expect(
        connectionInput.safeParse(sentOf(filled({ isLimited: true, newContactsPerDay: limit }))).success,
      ).toBe(false)
  })
})
