import { allRoutes } from '@recado/shared/api/routes'
import { callOf } from '@recado/shared/http/client'
import { codesOf } from '@recado/shared/http/codes-of'
import { messageRoutes } from '@recado/shared/tickets/contract/message-routes'
import { expect, test } from 'vitest'

test('every call that creates or starts something takes an idempotency key', () => {
  /** Its answer is good once, for 30 seconds: a repetition would get a used ticket. */
  const NEVER_TWICE = ['createSocketTicket']
  const without = allRoutes().filter(
    ({ route: { method, status = 200, access, idempotent } }) =>
      method === 'POST' && [201, 202].includes(status) && access !== 'public' && idempotent === undefined,
  )
  expect(without.map(({ name }) => name)).toEqual(NEVER_TWICE)
})

test('a call names the refusals of its idempotency key, also one with a clientId', () => {
  expect(codesOf(messageRoutes.sendMessage)).toEqual(
    expect.arrayContaining(['ERR_IDEMPOTENCY_KEY_REUSED', 'ERR_IN_PROGRESS']),
  )
})

test('our own clients send no key with a message, which has a clientId', () => {
  const content = { type: 'text', text: 'Oi!' } as const
  const message = { ticketId: 'T1', clientId: crypto.randomUUID(), seenAt: '2026-11-23T12:00:00Z', content }
  expect(callOf(messageRoutes.sendMessage, message).headers).toEqual({})
  const forwarding = { messageIds: ['M1'], to: [{ ticketId: 'T1' }] }
  expect(Object.keys(callOf(messageRoutes.forwardMessages, forwarding).headers)).toEqual(['idempotency-key'])
})
