import { viewerOf } from '@recado/shared/tickets/rules/sight'
import { expect, test } from 'vitest'

test('an admin sees all tickets, and an ordinary user the tickets of their queues', () => {
  expect(viewerOf('dono', { profile: 'admin' })).toEqual({ userId: 'dono', queueIds: [], seesAll: true })
  expect(viewerOf('ana', { profile: 'user', queueIds: ['vendas'] })).toEqual({
    userId: 'ana',
    queueIds: ['vendas'],
    seesAll: false,
  })
})
