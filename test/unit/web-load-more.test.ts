import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { StageColumn } from '../../web/src/tickets/kanban/StageColumn.tsx'
import { ListProblem } from '../../web/src/ui/ListProblem.tsx'
import { LoadMore } from '../../web/src/ui/LoadMore.tsx'
import { usePagedList } from '../../web/src/ui/use-paged-list.ts'
import { aSessionUser } from '../support/actors.ts'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

const { me } = vi.hoisted(() => ({ me: { user: undefined as object | undefined } }))
vi.mock('../../web/src/api/call.ts', () => ({ call: () => Promise.reject(new Error('Nothing is called')) }))
vi.mock('../../web/src/api/session.ts', () => ({
  session: { user: () => me.user, onChange: () => () => undefined },
}))

vi.mock('../../web/src/tickets/kanban-columns.ts', () => ({
  firstPageOf: () => fetchPage(''),
  nextPageOf: (_stage: string, _filters: object, cursor: string) => fetchPage(cursor),
}))

interface Page {
  records: { id: string }[]
  hasMore: boolean
  nextCursor: string | null
}
/** The pages by their cursors, as the server has them. */
let pages: Record<string, Page>
const fetchPage = vi.fn(async (cursor: string) => {
  const page = pages[cursor]
  if (!page) throw new Error('Lost')
  return page
})

beforeAll(showKeys)
beforeEach(() => {
  me.user = aSessionUser()
  fetchPage.mockClear()
  pages = { '': { records: [{ id: 'A' }], hasMore: true, nextCursor: '2' } }
})

/** The end of a list that is shown. */
async function shown() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { answer, after, unmount } = await mounted(
    () => {
      const list = usePagedList(
        { queryKey: ['list'], queryFn: ({ pageParam }) => fetchPage(pageParam) },
        (page) => page.records,
      )
      return { list, tree: LoadMore({ list }) }
    },
    {},
    client,
  )
  return {
    ids: () => answer()?.list.records.map(({ id }) => id),
    refresh: () => after(() => client.invalidateQueries({ queryKey: ['list'] })),
    next: () => after(() => answer()?.list.fetchNextPage?.()),
    tryAgain: () =>
      after(() =>
        elementsIn<{ onRetry?: () => unknown; children?: ReactNode }>(answer()?.tree)
          .find(({ type }) => type === ListProblem)
          ?.props.onRetry?.(),
      ),
    unmount,
  }
}

test('a list whose refresh failed is loaded anew by “try again”', async () => {
  const whole = { records: [{ id: 'A' }], hasMore: false, nextCursor: null }
  pages = { '': whole }
  const list = await shown()
  pages = {}
  await list.refresh()
  expect(list.ids()).toEqual(['A'])
  pages = { '': { ...whole, records: [{ id: 'B' }] } }
  await list.tryAgain()
  expect(list.ids()).toEqual(['B'])
  await list.unmount()
})

test('a next page that failed is loaded by “try again”, without the pages before it', async () => {
  const list = await shown()
  await list.next()
  pages[2] = { records: [{ id: 'B' }], hasMore: false, nextCursor: null }
  fetchPage.mockClear()
  await list.tryAgain()
  expect(list.ids()).toEqual(['A', 'B'])
  expect(fetchPage.mock.calls).toEqual([['2']])
  await list.unmount()
})

test('a column of the kanban whose next page failed says so, and loads it by “try again”', async () => {
  const nothing = () => undefined
  const { answer, after, unmount } = await mounted(
    () => ({
      tree: StageColumn({
        stage: { id: 'S1', name: 'Novo', tag: undefined },
        stages: [],
        filters: { all: true, queueIds: [], tagIds: [], unread: false },
        directory: { queues: new Map(), attendants: new Map(), tags: new Map(), connections: new Map() },
        lifted: undefined,
        howTo: '',
        focusedId: { current: undefined },
        onPointerDown: nothing,
        onKeyDown: nothing,
        onBlur: nothing,
        onMove: nothing,
      }),
    }),
    {},
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  )
  interface Shown {
    children?: ReactNode
    onClick?: () => void
    onRetry?: () => void
    ticket?: Pick<Ticket, 'id'>
  }
  const parts = () => elementsIn<Shown>(answer()?.tree).map(({ props }) => props)
  const ids = () => parts().flatMap(({ ticket }) => ticket?.id ?? [])
  const retry = () => parts().find(({ onRetry }) => onRetry)
  await after(() =>
    parts()
      .find(({ onClick }) => onClick)
      ?.onClick?.(),
  )
  expect([ids(), retry() !== undefined]).toEqual([['A'], true])
  pages[2] = { records: [{ id: 'B' }], hasMore: false, nextCursor: null }
  await after(() => retry()?.onRetry?.())
  expect([ids(), retry()]).toEqual([['A', 'B'], undefined])
  await unmount()
})
