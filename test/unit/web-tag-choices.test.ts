import { MultiSelect } from '@mantine/core'
import { tagRoutes } from '@recado/shared/tags/routes'
import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { GatherPeople } from '../../web/src/imports/GatherPeople.tsx'
import { tagChoicesQuery } from '../../web/src/tags/queries.ts'
import { queueUsersQuery } from '../../web/src/ticket-queues/queries.ts'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'
import { sourceFiles } from '../support/source-files.ts'

const { call, ana } = vi.hoisted(() => ({ call: vi.fn(), ana: { id: 'ana', company: { settings: [] } } }))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({
  session: { user: () => ana, onChange: () => () => undefined },
}))
vi.mock('../../web/src/ui/use-now.ts', () => ({ useNow: () => Date.parse('2026-11-24T12:00:00.000Z') }))

let pages: Record<string, object>
let client: QueryClient

beforeAll(showKeys)
beforeEach(() => {
  client = new QueryClient()
  pages = {
    '': { records: [{ id: 'T1', name: 'Zelo' }], hasMore: true, nextCursor: '2' },
    2: { records: [{ id: 'T2', name: 'Amigos' }], hasMore: false, nextCursor: null },
  }
  call.mockReset().mockImplementation(async (route: object, { cursor = '' }: { cursor?: string }) => {
    if (route !== tagRoutes.listTags) throw new Error('Only tags are asked for')
    return pages[cursor]
  })
})

test('the tags to choose from come from all pages, by name', async () => {
  expect(await client.fetchQuery(tagChoicesQuery)).toEqual([
    { id: 'T2', name: 'Amigos' },
    { id: 'T1', name: 'Zelo' },
  ])
})

test('accents, capitals and numbers of tags are in the order of a Portuguese list', async () => {
  const names = ['Zelo', 'cliente 10', 'Ágil', 'Cliente 9', 'banco']
  pages[''] = { records: names.map((name) => ({ id: name, name })), hasMore: false, nextCursor: null }
  const inOrder = await client.fetchQuery(tagChoicesQuery)
  expect(inOrder.map(({ name }) => name)).toEqual(['Ágil', 'banco', 'Cliente 9', 'cliente 10', 'Zelo'])
})

test('users of queues are in the same order as tags', async () => {
  const users = ['Bia 10', 'bia 9', 'Ágata'].map((name) => ({ name }))
  call.mockResolvedValue({ users, hasMore: false, nextCursor: null })
  const inOrder = await client.fetchQuery(queueUsersQuery)
  expect(inOrder.map(({ name }) => name)).toEqual(['Ágata', 'bia 9', 'Bia 10'])
})

test('the app has one order of names', () => {
  const others = sourceFiles().filter(
    ({ area, text }) => area === 'web' && /localeCompare|Intl\.Collator/.test(text),
  )
  expect(others.map(({ path }) => path)).toEqual([])
})

test('a company with several hundred tags can choose each of them', async () => {
  call.mockImplementation(async (_route: object, { cursor = '0' }: { cursor?: string }) => ({
    records: [{ id: cursor, name: cursor }],
    hasMore: Number(cursor) < 29,
    nextCursor: String(Number(cursor) + 1),
  }))
  expect(await client.fetchQuery(tagChoicesQuery)).toHaveLength(30)
})

interface Props {
  children?: ReactNode
  data?: { label: string }[]
}
type Field = (props: Props) => ReactNode

test('a list can be filled by a tag of any page', async () => {
  const nothing = () => undefined
  const asked = { from: 'contacts' as const, contactListId: 'L1', consent: null }
  const form = await mounted(
    () => ({
      tree: GatherPeople({
        ...asked,
        onBegun: nothing,
        onStarting: nothing,
        onStarted: nothing,
        onClose: nothing,
      }),
    }),
    {},
    client,
  )
  const tags = elementsIn<Props>(form.answer()?.tree).find(
    ({ type }) => typeof type === 'function' && type.name === 'Tags',
  )
  if (!tags) throw new Error('The form offers no tags')
  const field = await mounted(() => ({ tree: (tags.type as Field)(tags.props) }), {}, client)
  const offered = elementsIn<Props>(field.answer()?.tree).find(({ type }) => type === MultiSelect)?.props.data
  expect(offered?.map(({ label }) => label)).toEqual(['Amigos', 'Zelo'])
  await field.unmount()
  await form.unmount()
})
