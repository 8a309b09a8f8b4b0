import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../web/src/api/query-client.ts'
import { type Conversation, messagesIn, putMessage } from '../../web/src/tickets/conversation-cache.ts'
import { ticketKeys } from '../../web/src/tickets/keys.ts'
import { putTicket } from '../../web/src/tickets/ticket-cache.ts'
import { sharedById } from '../../web/src/ui/shared-by-id.ts'
import {
  aShownMessage,
  aShownTicket,
  at,
  conversationPages,
  listPages,
  MINE,
} from '../support/web-tickets.ts'

beforeEach(() => queryClient.clear())

test('a new message leaves the other messages of its conversation the objects that they were', () => {
  const key = ticketKeys.messages('T1')
  const shown = () => messagesIn(queryClient.getQueryData<Conversation>(key))
  const [oldest, middle, newest] = ['A', 'B', 'C'].map((id, minute) => aShownMessage({ id, at: at(minute) }))
  if (!oldest || !middle || !newest) throw new Error('There are three messages')
  queryClient.setQueryData(key, conversationPages([newest, middle], [oldest]))
  putMessage(queryClient, 'T1', aShownMessage({ id: 'D', at: at(9) }))
  const after = shown()
  expect(after.map(({ id }) => id)).toEqual(['A', 'B', 'C', 'D'])
  expect([oldest, middle, newest].map((message, index) => after[index] === message)).toEqual([
    true,
    true,
    true,
  ])
})

test('a ticket that moves to the top of a list leaves the other tickets the objects that they were', () => {
  const [first, second] = [aShownTicket({ id: 'A', lastAt: at(2) }), aShownTicket({ id: 'B', lastAt: at(1) })]
  const key = ticketKeys.listOf(MINE)
  queryClient.setQueryData(key, listPages([first, second]))
  putTicket(queryClient, { ...second, lastAt: at(3), revision: 2 }, 'ana')
  const [moved, other] = queryClient.getQueryData<ReturnType<typeof listPages>>(key)?.pages[0]?.records ?? []
  expect([moved?.id, moved?.lastAt]).toEqual(['B', at(3)])
  expect(other).toBe(first)
})

test('records of a fetched list that did not change keep their objects at another place and on another page', () => {
  const key = ticketKeys.listOf(MINE)
  const [b, c] = [aShownTicket({ id: 'B' }), aShownTicket({ id: 'C' })]
  queryClient.setQueryData(key, listPages([aShownTicket({ id: 'A' }), b], [c]))
  const fetched = () =>
    listPages(
      [aShownTicket({ id: 'D' }), aShownTicket({ id: 'A', preview: 'Tchau' })],
      [aShownTicket({ id: 'B' }), aShownTicket({ id: 'C' })],
    )
  const after = queryClient.setQueryData<ReturnType<typeof listPages>>(key, fetched())
  expect(after).toEqual(fetched())
  const [atThree, atFour] = after?.pages[1]?.records ?? []
  expect([atThree === b, atFour === c]).toEqual([true, true])
})

test('an answer without a change leaves the whole list the object that it was, and so all other data', () => {
  const list = listPages([aShownTicket({ id: 'A' })], [aShownTicket({ id: 'B' })])
  expect(sharedById(list, structuredClone(list))).toBe(list)
  const counters = { mine: { open: 1 } }
  expect(sharedById(counters, structuredClone(counters))).toBe(counters)
  expect(sharedById(undefined, list)).toBe(list)
  const grouped = { pages: [{ records: [{ name: 'without an id' }] }] }
  expect(sharedById(grouped, structuredClone(grouped))).toBe(grouped)
})
