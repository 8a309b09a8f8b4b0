import { describe, expect, test } from 'vitest'
import { formatDateTime, formatUntil } from '../../web/src/ui/dates.ts'

const SAO_PAULO = 'America/Sao_Paulo'
/** 23:30 of the 21st in São Paulo. */
const NOW = Date.parse('2026-11-22T02:30:00.000Z')

describe('a deadline', () => {
  test('an end of today is shown as a time in the company’s time zone', () => {
    expect(formatUntil('2026-11-22T02:45:00.000Z', NOW, SAO_PAULO)).toBe('23:45')
    expect(formatUntil('2026-11-22T02:45:00.000Z', NOW, 'America/Manaus')).toBe('22:45')
  })

  test('an end on another day is shown with its day', () => {
    expect(formatUntil('2026-11-22T03:00:00.000Z', NOW, SAO_PAULO)).toBe('22/11 00:00')
  })
})

describe('an instant', () => {
  test('an instant is shown in its time zone, midnight as 00:00', () => {
    expect(formatDateTime('2026-11-22T02:30:00.000Z', SAO_PAULO)).toBe('21/11/2026 23:30')
    expect(formatDateTime('2026-11-22T03:00:00.000Z', SAO_PAULO)).toBe('22/11/2026 00:00')
    expect(formatDateTime('2026-01-02T03:04:05.000Z', 'America/Noronha')).toBe('02/01/2026 01:04')
  })
})
