import { MultiSelect } from '@mantine/core'
import { tagRoutes } from '@recado/shared/tags/routes'
import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { GatherPeople } from '../../web/src/imports/GatherPeople.tsx'
import { tagChoicesQuery } from '../../web/src/tags/queries.ts'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

const { call, ana } = vi.hoisted(() => ({ call: vi.fn(), ana: { id: 'ana', company: { settings: [] } } }))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({
  session: { user: () => ana, onChange: () => () => undefined },
}))
vi.mock('../../web/src/ui/use-now.ts', () => ({ useNow: () => Date.parse('2026-11-24T12:00:00.000Z') }))

const PAGES: Record<string, object> = {
  '': { records: [{ id: 'T1', name: 'Zelo' }], hasMore: true, nextCursor: '2' },
  2: { records: [{ id: 'T2', name: 'Amigos' }], hasMore: false, nextCursor: null },
}
let client: QueryClient

beforeAll(showKeys)
beforeEach(() => {
  client = new QueryClient()
  call.mockReset().mockImplementation(async (route: object, { cursor = '' }: { cursor?: string }) => {
    if (route !== tagRoutes.listTags) throw new Error('Only tags are asked for')
    return PAGES[cursor]
  })
})

test('the tags to choose from come from all pages, by name', async () => {
  expect(await client.fetchQuery(tagChoicesQuery)).toEqual([
    { id: 'T2', name: 'Amigos' },
    { id: 'T1', name: 'Zelo' },
  ])
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
      tree: GatherPeople({ ...asked, onBegun: nothing, onStarted: nothing, onClose: nothing }),
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
