import { expect, test } from 'vitest'
import { tickOf } from '../../web/src/tickets/messages/tick.ts'

const ours = { fromMe: true, internal: false } as const
test.each([
  [{ status: 'PENDING', level: null }, 'clock'],
  [{ status: 'SENDING', level: null }, 'clock'],
  [{ status: 'SENT', level: 'none' }, 'sent'],
  [{ status: null, level: null }, 'sent'],
  [{ status: 'SENT', level: 'delivered' }, 'delivered'],
  [{ status: 'SENT', level: 'read' }, 'read'],
  [{ status: 'SENT', level: 'played' }, 'read'],
  [{ status: 'FAILED', level: null }, 'failed'],
  [{ status: 'UNKNOWN_OUTCOME', level: null }, 'unknown'],
] as const)('the tick of %j is %s', (message, tick) => {
  expect(tickOf({ ...ours, ...message })).toBe(tick)
})

test('messages of the customer and notes have no tick', () => {
  expect(tickOf({ fromMe: false, internal: false, status: null, level: null })).toBeUndefined()
  expect(tickOf({ fromMe: true, internal: true, status: null, level: null })).toBeUndefined()
})
