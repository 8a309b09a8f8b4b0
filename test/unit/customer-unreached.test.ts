import type { StoredMessage } from '@recado/shared/conversations/message'
import { isCustomerUnreached } from '@recado/shared/tickets/rules/customer-unreached'
import { expect, test } from 'vitest'
import { aMessage } from '../support/builders.ts'

const NOON = Date.parse('2026-11-23T15:00:00.000Z')

const anAnswer = (over: Partial<StoredMessage> = {}) =>
  aMessage({
    connectionId: 'loja',
    chat: '5511987651001',
    ticketId: 'T1',
    at: new Date(NOON).toISOString(),
    fromMe: true,
    origin: 'user',
    status: 'FAILED',
    ...over,
  })
/** @param minutes after noon */
const isUnreached = (messages: StoredMessage[], { inboundSeq = 0, minutes = 1 } = {}) =>
  isCustomerUnreached({ id: 'T1', inboundSeq }, messages, NOON + minutes * 60_000)

test('a customer is unreached if each message of the ticket failed', () => {
  expect(isUnreached([anAnswer(), anAnswer({ auto: 'queue' })])).toBe(true)
  expect(isUnreached([anAnswer({ status: 'PENDING' })], { minutes: 10 })).toBe(true)
})

test.each([
  ['left', { status: 'SENT' }],
  ['is on its way', { status: 'PENDING' }],
  ['has an unknown outcome', { status: 'SENDING', claimedAt: NOON - 120_000 }],
  ['was written on the phone', { origin: 'phone', status: undefined }],
] as const)('a customer is not unreached if one message %s', (_, { status, ...over }) => {
  const { status: __, ...message } = anAnswer(over)
  expect(isUnreached([anAnswer(), { ...message, ...(status && { status }) }])).toBe(false)
})

test('a customer who wrote in the ticket is reached', () => {
  expect(isUnreached([anAnswer()], { inboundSeq: 1 })).toBe(false)
})

test('a customer without a message of the ticket does not count as unreached', () => {
  expect(isUnreached([])).toBe(false)
})

test('notes, reactions and messages of an earlier ticket reach no customer', () => {
  const note = { type: 'note' as const, text: 'Liguei', mentions: [] }
  const others = [
    anAnswer({ internal: true, content: note, status: 'SENT' }),
    anAnswer({ content: { type: 'reaction', target: 'A1', emoji: '👍' }, status: 'SENT' }),
    anAnswer({ ticketId: 'T0', status: 'SENT' }),
  ]
  expect(isUnreached([anAnswer(), ...others])).toBe(true)
  expect(isUnreached(others)).toBe(false)
})
