import { beforeEach, expect, test, vi } from 'vitest'
import { useNavigateFromHere } from '../../web/src/ui/use-navigate-from-here.ts'
import { useSetSearch } from '../../web/src/ui/use-set-search.ts'
import { mounted } from '../support/mounted.ts'

const { at, navigate } = vi.hoisted(() => ({ at: { shown: '', location: '' }, navigate: vi.fn() }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => navigate,
  useRouter: () => ({ state: { location: { pathname: at.location } } }),
  useMatches: ({ select }: { select: (matches: { pathname: string }[]) => unknown }) =>
    select([{ pathname: '/' }, { pathname: at.shown }]),
}))

beforeEach(() => {
  navigate.mockClear()
  Object.assign(at, { shown: '/campaigns/', location: '/campaigns' })
})

const A_ROUTE = {} as Parameters<typeof useSetSearch>[0]
const hook = <T>(use: () => T) => mounted(() => ({ value: use() }), {})

test('a page leads to another, and changes its search, while it is open', async () => {
  const onward = await hook(useNavigateFromHere)
  await onward.answer()?.value({ to: '/tags' })
  const search = await hook(() => useSetSearch(A_ROUTE, { replace: true }))
  search.answer()?.value({ search: 'bolo' })
  expect(navigate.mock.calls).toEqual([
    [{ to: '/tags' }],
    [{ to: '.', search: { search: 'bolo' }, replace: true, resetScroll: false }],
  ])
})

test('a page does not bring the user back once they have left it, even while the next one is loading', async () => {
  const onward = await hook(useNavigateFromHere)
  const search = await hook(() => useSetSearch(A_ROUTE))
  at.location = '/tags'
  await onward.show({})
  await search.show({})
  await onward.answer()?.value({ to: '/campaigns' })
  search.answer()?.value({ search: 'bolo' })
  expect(navigate).not.toHaveBeenCalled()
})
