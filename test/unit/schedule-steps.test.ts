import { nextStep, type ScheduleFacts } from '@recado/shared/schedules/next-step'
import { describe, expect, test } from 'vitest'
import { aSchedule } from '../support/builders.ts'

const DUE = Date.parse('2026-11-23T15:00:00.000Z')
const [MINUTE, HOUR] = [60_000, 3_600_000]
const schedule = aSchedule({ sendAt: new Date(DUE).toISOString() })
const FREE: ScheduleFacts = {
  chat: '5511987651001',
  isBlocked: false,
  wroteAt: undefined,
  connection: { id: 'loja', isUp: true },
  isOverdue: false,
  isStopped: false,
  heldUntil: undefined,
  opensAt: undefined,
}
/** @param late hours after its time */
const stepAt = (late: number, facts: Partial<ScheduleFacts>) =>
  nextStep(schedule, { ...FREE, ...facts }, DUE + late * HOUR)

describe.each([
  ['stop', { isStopped: true }],
  ['connection', { connection: { id: 'loja', isUp: false } }],
] as const)('a schedule that a %s holds up', (waitsFor, facts) => {
  test('looks every minute, and every quarter of an hour once it is a day late', () => {
    const looks = (late: number, every: number) => ({
      does: 'wait',
      waitsFor,
      until: DUE + late * HOUR + every * MINUTE,
    })
    expect(stepAt(24, facts)).toEqual(looks(24, 1))
    expect(stepAt(25, facts)).toEqual(looks(25, 15))
    expect(stepAt(1000, facts)).toEqual(looks(1000, 15))
  })

  test('leaves afterwards, in opening hours', () => {
    expect(stepAt(25, {})).toEqual({ does: 'leave' })
    const opensAt = DUE + 30 * HOUR
    expect(stepAt(25, { opensAt })).toEqual({ does: 'wait', waitsFor: 'opening', until: opensAt })
  })
})

test('a schedule to a first contact fails after a day of WhatsApp’s hold', () => {
  const heldUntil = DUE + 48 * HOUR
  expect(stepAt(24, { heldUntil })).toEqual({ does: 'wait', waitsFor: 'first-contacts', until: heldUntil })
  expect(stepAt(25, { heldUntil })).toEqual({ does: 'fail', reason: 'TOO_LATE' })
})

test('a schedule leaves outside opening hours until it is a quarter of an hour late', () => {
  const opensAt = DUE + 30 * HOUR
  expect(stepAt(0.25, { opensAt })).toEqual({ does: 'leave' })
  expect(stepAt(0.26, { opensAt })).toEqual({ does: 'wait', waitsFor: 'opening', until: opensAt })
})

test('a late schedule of a company that never opens again fails', () => {
  expect(stepAt(0.26, { opensAt: null })).toEqual({ does: 'fail', reason: 'TOO_LATE' })
})
