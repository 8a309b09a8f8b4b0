import { Button } from '@mantine/core'
import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connectionsQuery } from '../../web/src/connections/queries.ts'
import { EmptyTab } from '../../web/src/tickets/list/EmptyTab.tsx'
import { attendantsQuery } from '../../web/src/tickets/queries.ts'
import { EmptyList } from '../../web/src/ui/EmptyList.tsx'
import { aSessionUser } from '../support/actors.ts'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

const { session } = vi.hoisted(() => ({ session: { user: vi.fn(), onChange: () => () => undefined } }))
// What the lists have is in the cache, and no call is answered.
vi.mock('../../web/src/api/call.ts', () => ({ call: () => new Promise(() => undefined) }))
vi.mock('../../web/src/api/session.ts', () => ({ session }))

beforeAll(showKeys)
beforeEach(() => void session.user.mockReturnValue(aSessionUser({ id: 'ana', profile: 'user' })))

interface Desk {
  /** The queues of each connection. */
  connections: string[][]
  /** Ana's queues. */
  queueIds?: string[]
}

/** What Ana's empty tab says, and whether it offers all tickets. */
async function shown({ connections, queueIds = [] }: Desk) {
  const client = new QueryClient()
  client.setQueryData<object[]>(
    connectionsQuery.queryKey,
    connections.map((ids, index) => ({ id: `W${index}`, queues: ids.map((id) => ({ id, name: id })) })),
  )
  client.setQueryData<object[]>(attendantsQuery.queryKey, [{ id: 'ana', name: 'Ana', queueIds }])
  const props = { search: {}, isFiltered: false, onShowAll: () => undefined }
  const { answer, unmount } = await mounted(() => ({ tree: EmptyTab(props) }), {}, client)
  const elements = elementsIn<{ text?: string; children?: ReactNode }>(answer()?.tree)
  await unmount()
  return {
    text: elements.find(({ type }) => type === EmptyList)?.props.text,
    offersAll: elements.some(({ type }) => type === Button),
  }
}

const ADVICE = 'tickets.empty.noQueue'
const USUAL = 'tickets.empty.atendendo'

test('a user without a queue is told to ask for one', async () => {
  expect(await shown({ connections: [['vendas'], ['suporte']] })).toEqual({ text: ADVICE, offersAll: false })
})

test('a user without a queue is told nothing special where no connection has queues', async () => {
  expect(await shown({ connections: [[], []] })).toEqual({ text: USUAL, offersAll: true })
})

test('a user without a queue is told to ask for one, and sees the tickets of a connection without queues', async () => {
  expect(await shown({ connections: [['vendas'], []] })).toEqual({ text: ADVICE, offersAll: true })
})

test('a user with a queue, and one who sees all tickets, are told nothing special', async () => {
  const usual = { text: USUAL, offersAll: true }
  expect(await shown({ connections: [['vendas']], queueIds: ['vendas'] })).toEqual(usual)
  session.user.mockReturnValue(aSessionUser({ id: 'ana', profile: 'admin' }))
  expect(await shown({ connections: [['vendas']] })).toEqual(usual)
})
