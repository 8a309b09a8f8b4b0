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
  expect(tickOf({ ...ours, ...message }, false)).toBe(tick)
})

test.each([
  ['PENDING', null, 'waiting'],
  ['SENDING', null, 'clock'],
  ['PENDING', 'server', 'sent'],
  ['SENT', 'none', 'sent'],
  ['FAILED', null, 'failed'],
] as const)('on a connection that is down, the tick of %s with level %s is %s', (status, level, tick) => {
  expect(tickOf({ ...ours, status, level }, true)).toBe(tick)
})

test('messages of the customer and notes have no tick', () => {
  expect(tickOf({ fromMe: false, internal: false, status: null, level: null }, true)).toBeUndefined()
  expect(tickOf({ fromMe: true, internal: true, status: null, level: null }, true)).toBeUndefined()
})
