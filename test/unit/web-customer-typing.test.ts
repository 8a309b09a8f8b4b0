import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isCustomerTyping, noteCustomer } from '../../web/src/tickets/presence/customers.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const typing = (id: string) => noteCustomer({ id, customer: 'typing' })

test('a customer is shown as typing for eight seconds after the last event', () => {
  typing('T1')
  expect([isCustomerTyping('T1'), isCustomerTyping('T2')]).toEqual([true, false])
  vi.advanceTimersByTime(5000)
  typing('T1')
  vi.advanceTimersByTime(7999)
  expect(isCustomerTyping('T1')).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isCustomerTyping('T1')).toBe(false)
})

test('a customer who stops is not shown any more, and others stay', () => {
  typing('T1')
  typing('T2')
  noteCustomer({ id: 'T1', customer: 'paused' })
  expect([isCustomerTyping('T1'), isCustomerTyping('T2')]).toEqual([false, true])
})
