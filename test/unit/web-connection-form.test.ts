import { connectionInput } from '@recado/shared/connections/connection'
import { describe, expect, test } from 'vitest'
import {
  type ConnectionValues,
  connectionFormValues,
  connectionInputOf,
} from '../../web/src/connections/form/values.ts'

const filled = (overrides: Partial<ConnectionValues> = {}): ConnectionValues => ({
  ...connectionFormValues(undefined, false),
  name: 'Loja',
  ...overrides,
})

describe('the connection form', () => {
  test('the form sends no limit, or the recommended limit if it is switched on', () => {
    expect(connectionInputOf(filled())).toMatchObject({ newContactsPerDay: null, warmUpDays: 0 })
    expect(connectionInputOf(filled({ isLimited: true }))).toMatchObject({
      newContactsPerDay: 30,
      warmUpDays: 14,
    })
  })

  test('the form sends the default flag only if it shows the switch', () => {
    expect(connectionInputOf(filled())).not.toHaveProperty('isDefault')
    expect(connectionInputOf(filled({ isDefault: true }))).toMatchObject({ isDefault: true })
  })

  test('the form sends valid requests', () => {
    const all = { queueIds: ['Q1'], greetingMessage: 'Olá', isLimited: true, isDefault: true }
    for (const values of [filled(), filled(all), filled({ newContactsPerDay: '', warmUpDays: '' })])
      expect(connectionInput.safeParse(connectionInputOf(values)).error).toBeUndefined()
  })

  test('the contract refuses an invalid limit', () => {
    for (const limit of ['', 0, 1.5])
      expect(
        connectionInput.safeParse(connectionInputOf(filled({ isLimited: true, newContactsPerDay: limit })))
          .success,
      ).toBe(false)
  })
})
