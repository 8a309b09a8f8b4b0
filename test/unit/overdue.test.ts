import { isOverdue, overdueFromOf, stopOfCompany } from '@recado/shared/companies/overdue'
import { describe, expect, test } from 'vitest'
import { aCompany } from '../support/builders.ts'

describe('a company is overdue', () => {
  test.each([
    ['2026-11-10', 'America/Sao_Paulo', '2026-11-14T03:00:00.000Z'],
    // Five hours behind, and two.
    ['2026-11-10', 'America/Rio_Branco', '2026-11-14T05:00:00.000Z'],
    ['2026-11-10', 'America/Noronha', '2026-11-14T02:00:00.000Z'],
    ['2026-12-30', 'America/Sao_Paulo', '2027-01-03T03:00:00.000Z'],
    ['2028-02-26', 'America/Sao_Paulo', '2028-03-01T03:00:00.000Z'],
    // Clocks were put forward at that midnight, which did not exist.
    ['2018-10-31', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    // Clocks were put back at that midnight, to the last hour of the day before.
    ['2019-02-13', 'America/Sao_Paulo', '2019-02-17T03:00:00.000Z'],
  ])('that was due on %s in %s, from %s on', (dueDate, zone, from) => {
    expect(overdueFromOf(dueDate, zone)).toBe(from)
  })

  test('from that moment, not before it, and never without a due date', () => {
    const overdueFrom = overdueFromOf('2026-11-10', 'America/Sao_Paulo')
    const at = Date.parse('2026-11-14T03:00:00.000Z')
    expect([isOverdue({ overdueFrom }, at - 1), isOverdue({ overdueFrom }, at)]).toEqual([false, true])
    expect(overdueFromOf(null, 'America/Sao_Paulo')).toBeNull()
    expect(isOverdue({ overdueFrom: null }, Number.MAX_SAFE_INTEGER)).toBe(false)
  })
})

describe('a company cannot send', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')

  test.each([
    ['that is in order', {}, undefined],
    ['that is overdue', { overdueFrom: '2026-11-21T11:59:59.999Z' }, 'company-overdue'],
    ['that will be overdue', { overdueFrom: '2026-11-21T12:00:00.001Z' }, undefined],
    ['that is switched off', { status: false }, 'company-inactive'],
    ['that is archived', { archived: true }, 'company-inactive'],
  ] as const)('%s: %j', (_, of, stop) => {
    expect(stopOfCompany(aCompany(of), now)).toBe(stop)
  })

  test('that does not exist', () => {
    expect(stopOfCompany(undefined, now)).toBe('company-inactive')
  })
})
