import { describe, expect, it } from 'vitest'
import { formatDateTime, formatUntil } from '../../web/src/ui/dates.ts'

const SAO_PAULO = 'America/Sao_Paulo'
/** 23:30 of the 21st in São Paulo. */
const NOW = Date.parse('2026-11-22T02:30:00.000Z')

describe('until when', () => {
  it('is a time of day while that is today’s, as the company’s clocks go', () => {
    expect(formatUntil('2026-11-22T02:45:00.000Z', NOW, SAO_PAULO)).toBe('23:45')
    expect(formatUntil('2026-11-22T02:45:00.000Z', NOW, 'America/Manaus')).toBe('22:45')
  })

  it('names the day where it is another', () => {
    expect(formatUntil('2026-11-22T03:00:00.000Z', NOW, SAO_PAULO)).toBe('22/11 00:00')
  })
})

describe('an instant', () => {
  it('is shown as the clocks of a zone show it, at midnight as 00:00', () => {
    expect(formatDateTime('2026-11-22T02:30:00.000Z', SAO_PAULO)).toBe('21/11/2026 23:30')
    expect(formatDateTime('2026-11-22T03:00:00.000Z', SAO_PAULO)).toBe('22/11/2026 00:00')
    expect(formatDateTime('2026-01-02T03:04:05.000Z', 'America/Noronha')).toBe('02/01/2026 01:04')
  })
})
