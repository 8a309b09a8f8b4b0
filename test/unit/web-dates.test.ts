import { describe, expect, test } from 'vitest'
import { formatDateTime, formatRelative, formatUntil } from '../../web/src/ui/dates.ts'

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

describe('the time since an instant', () => {
  const ago = (minutes: number, locale: string) =>
    formatRelative(new Date(NOW - minutes * 60_000).toISOString(), NOW, locale)

  test('is in the largest unit that is full', () => {
    expect([0.5, 1, 59.9, 60, 119, 1439].map((minutes) => ago(minutes, 'pt-BR'))).toEqual([
      'agora',
      'há 1 minuto',
      'há 59 minutos',
      'há 1 hora',
      'há 1 hora',
      'há 23 horas',
    ])
  })

  test('never says yesterday, since so many hours ago it may have been the day before', () => {
    const languages = ['pt-BR', 'en', 'es']
    expect(languages.map((locale) => ago(30 * 60, locale))).toEqual(['há 1 dia', '1 day ago', 'hace 1 día'])
    expect(languages.map((locale) => ago(40 * 60, locale))).toEqual(['há 1 dia', '1 day ago', 'hace 1 día'])
    expect(ago(48 * 60, 'pt-BR')).toBe('há 2 dias')
  })
})
